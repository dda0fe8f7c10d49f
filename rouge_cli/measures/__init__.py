"""The measures, one class in one module each, and the counts and scores that they give."""
