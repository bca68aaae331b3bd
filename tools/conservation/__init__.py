"""Energy and momentum of scenes on which nothing acts from outside."""
