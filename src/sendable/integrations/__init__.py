"""Parts for frameworks: each in a module of its own, which alone needs the framework."""
