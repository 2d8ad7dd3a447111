import { letterPairs } from "../text/letters.ts";

/** Readers of longer pages use the browser's search. */
export const maxSearchableRows = 5_000;

/** Copy of `fold` (domain/text/fold.ts), because a standalone file can import nothing. A test compares the two. */
export const foldScript = String.raw`
const plainForms = new Map("${letterPairs}".split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]));
const plainLetter = (match) => {
  const [letter = "", ...rest] = match.normalize("NFD").replace(/\p{M}/gu, "");
  return (plainForms.get(letter) ?? letter) + rest.join("");
};
const fold = (text) => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim().toLowerCase();
  const narrow = text.normalize("NFC").replace(/[\uff00-\uffef]+/gu, (wide) => wide.normalize("NFKC"));
  const small = narrow.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("ё", "е");
  const bare = small.normalize("NFD").replace(/(?<=\p{Script=Greek})\p{Mn}+/gu, "").normalize("NFC");
  const plain = bare.replace(/\p{Script=Latin}\p{M}*/gu, (match) => (match < "\x80" && match.length === 1 ? match : plainLetter(match)));
  return plain.toLowerCase().replace(/\r\n?/g, "\n").trim();
};
`.trim();

/**
 * Search of an HTML report (ADR 68). Creates its own box, so there is none without scripts. A row matches if each typed
 * word occurs in one of its cells, ignoring case and diacritics (ADR 19). Reads row texts on focus, 8 ms at a time.
 * Only hides rows.
 */
export const rowSearchScript = String.raw`
(() => {
"use strict";
${foldScript}
const rows = [...document.querySelectorAll("tbody tr")];
const bodies = [...document.querySelectorAll("tbody")];
const box = document.createElement("div");
box.className = "find";
box.setAttribute("role", "search");
box.innerHTML = '<span><input type="search" placeholder="Search rows" aria-label="Search rows" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></span><p role="status"></p>';
document.querySelector("main > header").after(box);
const input = box.querySelector("input");
const status = box.querySelector("p");

const cellText = (cell) =>
  cell.childElementCount === 0 ? cell.textContent : [...cell.childNodes].map((node) => node.textContent || "\n").join("");
const texts = [];
const readForAWhile = () => {
  const end = performance.now() + 8;
  while (texts.length < rows.length && performance.now() < end)
    texts.push(fold([...rows[texts.length].cells].map(cellText).join("\n")));
  return texts.length === rows.length;
};
const said = (left) => {
  const all = rows.length.toLocaleString("en") + (rows.length === 1 ? " row" : " rows");
  return (left === 0 ? "None" : left.toLocaleString("en")) + " of " + all + " match “" + input.value.trim() + "”";
};
const show = () => {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  let left = 0;
  rows.forEach((row, at) => {
    row.hidden = !words.every((word) => texts[at].includes(word));
    if (!row.hidden) left += 1;
  });
  const searches = words.length > 0;
  for (const body of bodies) {
    const count = searches ? body.querySelectorAll("tr:not([hidden])").length : -1;
    body.hidden = count === 0;
    // What is out of sight has the height of the rows that are left in it.
    body.style.containIntrinsicBlockSize = searches ? count * 36 + "px" : "";
  }
  for (const section of document.querySelectorAll("section")) section.hidden = searches && !section.querySelector("tbody tr:not([hidden])");
  // Totals are those of all rows.
  for (const foot of document.querySelectorAll("tfoot")) foot.hidden = searches;
  status.textContent = searches ? said(left) : "";
};
let due = 0;
const find = () => {
  clearTimeout(due);
  if (readForAWhile()) show();
  else due = setTimeout(find);
};
input.addEventListener("focus", find);
input.addEventListener("input", find);
input.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (input.value === "") return input.blur();
  input.value = "";
  find();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return;
  event.preventDefault();
  input.focus();
  input.select();
});
})();
`.trim();
