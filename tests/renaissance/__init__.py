"""Das Zeitalter der Renaissance: facts, rules, whole games."""
