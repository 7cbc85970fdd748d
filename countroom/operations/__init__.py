"""What people do: check, decide, record, seal. One function per thing a person does.

* ``acts`` what every operation goes through: the act, its key, its seal;
* ``papers`` issuing, changing, signing and voiding any paper;
* the others are named after what people do.

An operation takes the open ``Act`` first. Entry points call ``acts.perform``, which opens the
transaction, answers a repeated key with what the first act made, and seals.
"""
