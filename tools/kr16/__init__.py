"""KR 16 Field Reference: the rules of KR 16 as data, a site, sheets and cards."""

import os

# No plugin of pydantic has a say here, and to look for some takes longer than to read a table.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
