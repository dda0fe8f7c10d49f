"""The same summaries by several protocols: `protocol` compares, `parting` explains where two differ."""
