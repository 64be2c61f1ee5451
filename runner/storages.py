"""Letters for storages, so that a reader sees which tensors look at the same memory. Runs in the child."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch.multiprocessing.reductions import StorageWeakRef


@dataclass
class _Group:
    """Storages that overlap in memory, and the tensors that look at them."""

    device: str
    end: int
    storages: set[int] = field(default_factory=set)
    tensors: list[int] = field(default_factory=list)


class Storages:
    """Gives each storage a letter, which it keeps for as long as it lives and no other gets.

    Holds weak references only, which keep a storage's identity from being used again but not its memory.
    """

    def __init__(self) -> None:
        self._letters: dict[int, int] = {}
        self._known: dict[int, StorageWeakRef] = {}
        self._count = 0

    def letters(self, tensors: Sequence[torch.Tensor]) -> list[tuple[str | None, bool]]:
        """Return for each tensor its storage's letter and whether another of the tensors shares it.

        None for a tensor without a storage: sparse, or wrapped by a transform. Storages that are seen for the
        first time get letters in order, shared ones first.
        """
        for address, known in list(self._known.items()):
            if known.expired():  # type: ignore[no-untyped-call]
                del self._known[address], self._letters[address]
        answers: list[tuple[str | None, bool]] = [(None, False)] * len(tensors)
        groups = self._groups(tensors)
        for group in sorted(groups, key=lambda group: (len(group.tensors) < 2, group.tensors[0])):
            numbers = [self._letters[one] for one in group.storages if one in self._letters]
            if not numbers:
                self._count += 1
            number = min(numbers, default=self._count)
            for one in group.storages:
                self._letters.setdefault(one, number)
            for index in group.tensors:
                answers[index] = (letter(number), len(group.tensors) > 1)
        return answers

    def _groups(self, tensors: Sequence[torch.Tensor]) -> list[_Group]:
        """Group tensors by storage, and storages that lie over one another, as two made of one array do."""
        by_storage: dict[int, list[int]] = {}
        spans: dict[int, tuple[str, int, int]] = {}
        for index, tensor in enumerate(tensors):
            try:
                address, span = self._place(tensor)
            except Exception:
                continue
            by_storage.setdefault(address, []).append(index)
            spans[address] = span
        groups: list[_Group] = []
        for address, (device, start, end) in sorted(spans.items(), key=lambda item: item[1]):
            last = groups[-1] if groups else None
            if last is None or not start or last.device != device or last.end <= start:
                last = _Group(device, end)
                groups.append(last)
            last.end = max(last.end, end)
            last.storages.add(address)
            last.tensors.extend(by_storage[address])
        for group in groups:
            group.tensors.sort()
        return groups

    def _place(self, tensor: torch.Tensor) -> tuple[int, tuple[str, int, int]]:
        """Return a storage's identity and where its bytes lie: device, start and end; 0, 0 when unknown."""
        storage = torch.Tensor.untyped_storage(tensor)
        address = storage._cdata
        if address not in self._known:
            self._known[address] = StorageWeakRef(storage)  # type: ignore[no-untyped-call]
        # A lazy clone has its original's bytes until one of them is written.
        lazy = torch._C._is_cow_tensor(tensor)  # type: ignore[attr-defined]
        first = 0 if lazy else data_address(tensor)
        if not first:
            return address, ("", 0, 0)
        start = int(first - tensor.storage_offset() * tensor.element_size())
        return address, (str(storage.device), start, start + int(storage.nbytes()))


def data_address(tensor: torch.Tensor) -> int:
    """Return where a tensor's bytes begin, without making a lazy clone real; 0 where there are none."""
    return int(torch._C._data_address(tensor))  # type: ignore[attr-defined]


def letter(number: int) -> str:
    """Return A for 1, B for 2, ..., Z for 26, AA for 27."""
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
