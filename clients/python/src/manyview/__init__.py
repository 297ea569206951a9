"""Multi-view clustering: groups that all views of the samples support."""

from ._command import InputError, ManyviewWarning
from ._estimator import Manyview

__all__ = ["InputError", "Manyview", "ManyviewWarning"]
__version__ = "0.2.0"
