const plain = (text: string): string => text.trim().normalize("NFC").toLowerCase();

/** Ends in what a longer address would begin with: signs count where a letter or digit stands before them, and else are bullets. */
const before = /[\p{L}\p{N}][._%+-]*$/u;
/** Begins with what a longer domain would go on with: no capital after a dot, as a sentence has, and no hyphen in the last of its names. */
const after = /^(?:[\p{L}\p{N}]|\.(?!\p{Lu}\p{Ll})[\p{L}\p{N}]|-[\p{L}\p{N}-]*\.[\p{L}\p{N}])/u;

/**
 * Whether an e-mail address stands somewhere in a text, whatever its case; not as a piece of a longer one. Where that could be meant either
 * way it stands there: what is to be erased and stays cannot be mended.
 */
export const holdsAddress = (text: string, address: string): boolean => {
  const [all, wanted] = [plain(text), plain(address)];
  if (wanted === "") return false;
  const typed = text.trim().normalize("NFC");
  // A letter may be longer in lower case: then capitals are not seen.
  const written = typed.length === all.length ? typed : all;
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    // The longest name before the @ has 64 characters, a name of a domain 63.
    if (!before.test(all.slice(Math.max(0, at - 64), at)) && !after.test(written.slice(end, end + 70))) return true;
  }
  return false;
};

const separators = [/[\s,;:<>()"=|\\/[\]{}!?]+/u, /[\s,;:<>()"'=|\\/[\]{}!?]+/u];

/**
 * What in a text looks like an e-mail address, each once. An apostrophe may be a quotation mark or part of a name, signs before it a bullet
 * and a hyphen behind it a dash: both are tried.
 */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    separators.flatMap((separator) =>
      text
        .split(separator)
        .map((piece) => piece.replace(/\.+$/u, ""))
        .filter((piece) => /^[^@]+@[^@]+$/u.test(piece))
        .flatMap((piece) => {
          const bare = piece.replace(/^[._%+-]+/u, "");
          return [piece, bare, bare.replace(/-[^.]*$/u, ""), bare.replace(/\.\p{Lu}\p{Ll}.*$/u, "")];
        })
        .filter((piece) => /^[^@]+@[^@]+$/u.test(piece)),
    ),
  ),
];
