"""What a platform, an endpoint or a beta does not take."""
