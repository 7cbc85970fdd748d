"""What is printed and exported, made from inquiries alone."""
