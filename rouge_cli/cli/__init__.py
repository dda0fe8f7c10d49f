"""Everything that knows of flags, streams, exit codes and progress."""
