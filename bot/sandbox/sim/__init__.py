"""The people's side over HTTP: acting, watching, and putting the world in order."""
