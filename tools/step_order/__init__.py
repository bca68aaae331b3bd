"""How the error of scenes without chaos falls with the step."""
