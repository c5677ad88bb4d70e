"""Names and wording that news, questions and refusals share."""
