"""What the Python tests of several stages share. Each `run` puts the folder `Tests` into the path."""
