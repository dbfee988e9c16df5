"""One call: the question, the evidence, the verdict, requirements, the result as JSON, studies."""
