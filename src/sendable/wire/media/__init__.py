"""What the first bytes of images and documents say, read from their base64 text without decoding the whole."""
