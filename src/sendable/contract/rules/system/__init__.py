"""System entries inside `messages`: where they may stand and what they may hold."""
