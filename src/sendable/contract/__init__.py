"""What the API refuses: rules over a wire request and a target. Nothing here knows a cure."""
