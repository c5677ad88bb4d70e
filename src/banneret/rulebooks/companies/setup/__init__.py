"""Before the first exchange: Contact, Dispositions, positions and fortifications."""
