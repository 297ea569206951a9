"""scikit-learn's own checks, on a single matrix."""

import pytest

pytest.importorskip("sklearn")

from sklearn.utils.estimator_checks import parametrize_with_checks

from manyview import Manyview

# Nothing is excepted.
EXPECTED_TO_FAIL = {}


@parametrize_with_checks([Manyview(n_clusters=2)])
def test_conventions(estimator, check):
    check(estimator)
