// Sets what is too long for its card in smaller type; below the smallest, it goes on in two columns.
const LARGEST = 11, SMALLEST = 5;
function fits(side) {
  const inner = side.firstElementChild;
  return inner.offsetHeight <= side.clientHeight - 2 * parseFloat(getComputedStyle(side).paddingTop);
}
function fitCards() {
  const cards = location.hash === "#cards";
  document.documentElement.classList.toggle("cards", cards);
  for (const side of document.querySelectorAll(".side")) {
    side.classList.remove("tight");
    side.style.fontSize = cards ? LARGEST + "pt" : "";
    for (let size = LARGEST; cards && !fits(side) && size > SMALLEST; size -= 0.5) {
      if (size < 8) side.classList.add("tight");
      side.style.fontSize = size + "pt";
    }
  }
}
addEventListener("hashchange", fitCards);
fitCards();
