const plain = (text: string): string => text.trim().normalize("NFC").toLowerCase();

const outside = /[\p{L}\p{N}._%+-]/u;
const inDomain = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u;

/** Whether an e-mail address stands somewhere in a text, whatever its case; not as a piece of a longer one. */
export const holdsAddress = (text: string, address: string): boolean => {
  const [all, wanted] = [plain(text), plain(address)];
  if (wanted === "") return false;
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1)) {
    const [before, after] = [all.slice(0, at).slice(-1), all.slice(at + wanted.length)];
    if (!outside.test(before) && !inDomain.test(after)) return true;
  }
  return false;
};

const separators = [/[\s,;:<>()"=|\\/[\]{}!?]+/u, /[\s,;:<>()"'=|\\/[\]{}!?]+/u];

/** What in a text looks like an e-mail address, each once. An apostrophe may be a quotation mark or part of a name: both are tried. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    separators.flatMap((separator) =>
      text
        .split(separator)
        .map((piece) => piece.replace(/\.+$/u, ""))
        .filter((piece) => /^[^@]+@[^@]+$/u.test(piece)),
    ),
  ),
];
