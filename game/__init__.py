"""The rules of Frap and Khrap: pure, without input or output, clock or chance of its own."""
