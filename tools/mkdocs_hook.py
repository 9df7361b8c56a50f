"""What MkDocs loads by path; all it does is in kr16.hooks."""

from kr16.hooks import on_config, on_files, on_nav, on_page_content, on_page_context, on_page_markdown, on_post_build  # noqa: F401
