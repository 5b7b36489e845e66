"""A gateway in front of the API: requests are repaired on their way, everything else passes as it came."""
