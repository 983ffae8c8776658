"""The game of Akropolis: hexes, cities, rules, score sheets, legal building. Standard library only."""
