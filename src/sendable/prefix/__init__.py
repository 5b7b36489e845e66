"""What an unchanged prefix keeps: comparing requests, the chain of thinking, and what a change costs."""
