"""Programs that wrap ROUGE-1.5.5, given a home of rouge-eval instead; `make clients` fetches them."""
