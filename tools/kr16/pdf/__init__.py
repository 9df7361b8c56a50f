"""Cards and sheets → PDF files. The modules are imported one by one: a process that only draws needs few of them."""
