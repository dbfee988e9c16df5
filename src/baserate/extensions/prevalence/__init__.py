"""How common the outcome is among patients without outcomes, from their scores; and a model moved to them."""
