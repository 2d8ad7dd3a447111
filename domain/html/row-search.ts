import { letterPairs } from "../text/letters.ts";

/** Rows up to which a page has a search. Longer ones stay as plain as can be: whoever opens them scrolls, prints or uses the browser's own search. */
export const mostSearchedRows = 5_000;

/**
 * `fold` of domain/text/fold.ts in the page's own words, since a file that stands alone can import nothing; a test holds the two together.
 */
export const foldInPage = String.raw`
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
 * The search of an HTML report (ADR 68), which makes its own box: where scripts do not run there is none. A row matches when each typed word stands
 * in one of its cells, in any case and with or without marks (ADR 19). What rows hold is read when somebody is about to search, a few milliseconds
 * at a time. It takes no part in how rows look: it hides them, and says how many are left.
 */
export const rowSearchScript = String.raw`
(() => {
"use strict";
${foldInPage}
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
