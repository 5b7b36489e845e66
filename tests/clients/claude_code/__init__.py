"""Claude Code itself, headless: its conversations, damage to its sessions, and what passes between it and the API."""
