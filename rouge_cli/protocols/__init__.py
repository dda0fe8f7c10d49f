"""The same summaries under several protocols: `protocol` compares them, `parting` explains a difference."""
