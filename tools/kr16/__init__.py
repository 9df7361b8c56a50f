"""KR 16 Field Reference: the rules of KR 16 as data, a site, sheets and cards."""
