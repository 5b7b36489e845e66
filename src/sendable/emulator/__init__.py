"""A local Messages API that refuses what the contract refuses, and answers by a script."""
