"""The command line: flags, standard streams, exit statuses and progress."""
