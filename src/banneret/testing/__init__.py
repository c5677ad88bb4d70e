"""Testing: what authors of rulebooks and anyone's tests build on."""
