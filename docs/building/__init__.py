"""What the site needs beyond its pages: what is made when it is built, and how it is checked."""
