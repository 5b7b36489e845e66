"""The passes, one a file; their order stands in `repair/order.py`."""
