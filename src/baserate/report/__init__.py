"""What people see: text, figures and the page. It reads an evaluation.

Text and tables compute nothing; figures and the page work out what they draw or carry.
"""
