// Fits every side of the cards that are to be printed: in smaller type, then in columns, then each card on
// a sheet of its own. What is longer than even that goes on, over as many pages as it needs.
const SIZES = [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7], SMALLER = [6.5, 6, 5.5, 5], IN_COLUMNS = 9;
function set(side, size) {
  side.style.fontSize = size + "pt";
  side.classList.toggle("tight", size <= IN_COLUMNS);
  const inner = side.firstElementChild;
  const room = side.clientHeight - 2 * parseFloat(getComputedStyle(side).paddingTop);
  return inner.offsetHeight <= room && inner.scrollWidth <= inner.clientWidth + 1;
}
function fit(side, sizes) {
  return sizes.some((size) => set(side, size));
}
function fitCards() {
  const cards = location.hash === "#cards";
  document.documentElement.classList.toggle("cards", cards);
  for (const side of document.querySelectorAll(".side")) {
    side.classList.remove("tight", "over");
    side.style.fontSize = "";
  }
  for (const sheet of cards ? document.querySelectorAll(".sheet") : []) {
    const sides = [...sheet.querySelectorAll(".side")];
    sheet.classList.remove("long");
    if (sides.every((side) => fit(side, SIZES))) continue;
    sheet.classList.add("long");
    for (const side of sides) side.classList.toggle("over", !fit(side, [...SIZES, ...SMALLER]));
  }
}
addEventListener("hashchange", fitCards);
fitCards();
