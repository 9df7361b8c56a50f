"""What MkDocs loads by path; all it does is in kr16.site."""

from kr16.site import on_config, on_files  # noqa: F401
