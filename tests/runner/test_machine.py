"""What the machine has is found without importing anything."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from quizbank.machine import Machine
from runner import machine


def metadata(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    def version(package: str) -> str:
        try:
            return versions[package]
        except KeyError:
            raise PackageNotFoundError(package) from None

    monkeypatch.setattr(machine, "version", version)


def test_a_build_without_cuda_says_so_in_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata(monkeypatch, torch="2.13.0+cpu")
    assert machine.known_before_import() == Machine(torch="2.13.0+cpu", torchvision=False, cuda=False)


def test_of_any_other_build_cuda_is_not_known_before_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata(monkeypatch, torch="2.13.0", torchvision="0.28.0")
    assert machine.known_before_import() == Machine(torch="2.13.0", torchvision=True, cuda=None)


def test_after_the_import_torch_itself_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata(monkeypatch, torch="2.13.0")
    assert machine.known_after_import("2.13.0+cu130", ("cpu", "cuda:0")).cuda is True
    assert machine.known_after_import("2.13.0", ("cpu", "mps")) == Machine(
        torch="2.13.0", torchvision=False, cuda=False
    )


def test_looking_imports_neither() -> None:
    program = (
        "import sys\nfrom runner.machine import known_before_import\n"
        "print(known_before_import().torch is not None, {'torch', 'torchvision'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["True", "set()"]
