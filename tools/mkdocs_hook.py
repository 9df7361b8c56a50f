"""What MkDocs loads by path; all it does is in kr16.site."""

from kr16.site import on_config, on_files, on_page_content, on_post_build  # noqa: F401
