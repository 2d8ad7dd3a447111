/** A pattern of Excel: `?` is one character, `*` any number of them, `~` takes the next one as it is. */
type Piece = readonly (string | null)[];

/** What Excel takes of one. */
export const longestPattern = 255;

/** The pieces between the stars; null within one is any character. */
const piecesOf = (pattern: string): Piece[] => {
  const pieces: (string | null)[][] = [[]];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const last = pieces.at(-1) ?? [];
    const next = pattern.charAt(at + 1);
    if (character === "~" && "?*~".includes(next) && next !== "") {
      last.push(next);
      at += 1;
    } else if (character === "*") pieces.push([]);
    else last.push(character === "?" ? null : character);
  }
  return pieces;
};

const standsAt = (piece: Piece, text: string, at: number): boolean =>
  at >= 0 &&
  at + piece.length <= text.length &&
  piece.every((character, n) => character === null || character === text.charAt(at + n));

const find = (piece: Piece, text: string, from: number): number => {
  for (let at = from; at + piece.length <= text.length; at += 1) if (standsAt(piece, text, at)) return at;
  return -1;
};

/** Where a pattern begins in a text from a place on, case apart; -1 for nowhere. Time: text × pattern. */
export const searchPattern = (pattern: string, text: string, from: number): number => {
  const [first = [], ...others] = piecesOf(pattern.toLowerCase());
  const within = text.toLowerCase();
  const start = find(first, within, from);
  let at = start === -1 ? -1 : start + first.length;
  for (const piece of others) {
    if (at === -1) return -1;
    const found = find(piece, within, at);
    at = found === -1 ? -1 : found + piece.length;
  }
  return at === -1 ? -1 : start;
};

/** True where the whole text is as the pattern says, case apart. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const pieces = piecesOf(pattern.toLowerCase());
  const within = text.toLowerCase();
  const [first = []] = pieces;
  const last = pieces.at(-1) ?? [];
  if (pieces.length === 1) return within.length === first.length && standsAt(first, within, 0);
  const end = within.length - last.length;
  if (end < first.length || !standsAt(first, within, 0) || !standsAt(last, within, end)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = find(piece, within, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end;
};
