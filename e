Please specify a system ID to evaluate or use option '-a' to evaluate all systems. For more information, use option '-h'.
