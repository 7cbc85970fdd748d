"""What people may see. One function per thing a person looks at.

Each takes the database and the person, asks ``access`` first, reads, and answers with facts.
``verification`` alone asks nobody: it answers with places, never with figures.
"""
