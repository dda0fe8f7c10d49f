"""The compiled kernel under AddressSanitizer and UndefinedBehaviorSanitizer: `make sanitize`."""
