"""The page: one HTML file that a clinician can question, without patient rows and without a network."""
