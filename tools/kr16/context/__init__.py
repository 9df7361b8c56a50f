"""A game → what pages, sheets and cards need: plain strings and lists, nothing left to work out.

Templates loop, choose and print; every roll, price and distance is written out here.
"""
