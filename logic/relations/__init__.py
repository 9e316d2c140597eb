"""Labels of sentences and relations of arguments."""
