"""The compiled kernel under the sanitizers of addresses, undefined behaviour and threads: `make sanitize`."""
