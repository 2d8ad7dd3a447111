/** Up to this length `indexOf` is used: it compares each character at most this many times, usually far less. */
const maxNaiveLength = 16;

/** For each position, the length of the longest proper prefix that also ends there (Knuth, Morris and Pratt). */
const computeBorders = (wanted: string): Uint16Array | Uint32Array => {
  const borders = wanted.length < 0x1_0000 ? new Uint16Array(wanted.length) : new Uint32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (length > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (wanted.charCodeAt(at) === wanted.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
};

/** First position of a text in another, from a position on, 0-based; -1 if none. */
export type Seek = (text: string, from: number) => number;

/**
 * Finds a text like `indexOf`, but in linear time. `indexOf` takes the product of both lengths for repetitive texts:
 * half a minute for a row of formulas (ADR 46).
 */
export const seekerOf = (wanted: string): Seek => {
  if (wanted.length <= maxNaiveLength) return (text, from) => text.indexOf(wanted, from);
  const borders = computeBorders(wanted);
  return (text, from) => {
    let alike = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (alike > 0 && unit !== wanted.charCodeAt(alike)) alike = borders[alike - 1] ?? 0;
      if (unit === wanted.charCodeAt(alike)) alike += 1;
      if (alike === wanted.length) return at - alike + 1;
    }
    return -1;
  };
};
