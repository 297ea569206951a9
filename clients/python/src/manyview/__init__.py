"""Multi-view clustering: groups that all views of the samples support."""

from ._command import InputError, ManyviewWarning
from ._estimator import Manyview
from ._node import node
from ._score import score

__all__ = ["InputError", "Manyview", "ManyviewWarning", "node", "score"]
__version__ = "0.2.0"
