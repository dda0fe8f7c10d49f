"""The objects and functions that programs hold and call: whatever they show is imported from below."""
