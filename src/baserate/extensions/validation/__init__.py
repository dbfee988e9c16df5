"""Internal validation: what a model fitted to these patients can be expected to be worth for others."""

from baserate.extensions.validation.validating import validate
from baserate.extensions.validation.validation import Validation

__all__ = ["Validation", "validate"]
