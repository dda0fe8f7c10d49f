"""What each ROUGE in use is: one readable module each."""
