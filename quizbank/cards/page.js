// Sets what is too long for its card in smaller type and two columns, and then leaves the proofs to the list.
const LARGEST = 11, NARROW = 7.5, SMALL = 6.5, SMALLEST = 4.5;
function fits(side) {
  const inner = side.firstElementChild;
  return inner.offsetHeight <= side.clientHeight - 2 * parseFloat(getComputedStyle(side).paddingTop);
}
function fit(side) {
  for (let size = LARGEST; ; size -= 0.5) {
    side.style.fontSize = size + "pt";
    side.classList.toggle("tight", size <= NARROW);
    if (fits(side) || size <= SMALLEST) return;
    if (size === SMALL && !side.classList.contains("bare")) {
      side.classList.add("bare");
      size = LARGEST;
    }
  }
}
function show() {
  const cards = location.hash === "#cards";
  document.documentElement.classList.toggle("cards", cards);
  for (const side of document.querySelectorAll(".side")) {
    side.classList.remove("tight", "bare");
    side.style.fontSize = "";
    if (cards) fit(side);
  }
}
addEventListener("hashchange", show);
show();
