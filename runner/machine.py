"""What this machine has: as the metadata of packages tells it at first, and as torch does once imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from quizbank.machine import Machine


def known_before_import() -> Machine:
    """Return what the metadata of the installed packages tells; nothing is imported for it."""
    torch = _version("torch")
    # Such a build can't have CUDA; whether any other one has a device to use, only torch can say.
    built_without = torch is not None and torch.endswith("+cpu")
    return Machine(
        torch=torch,
        torchvision=_version("torchvision") is not None,
        cuda=False if built_without else None,
    )


def known_after_import(torch_version: str, devices: Sequence[str]) -> Machine:
    """Return what is known once torch has been imported and has said which devices there are."""
    cuda = any(device.startswith("cuda") for device in devices)
    return replace(known_before_import(), torch=torch_version, cuda=cuda)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
