/** Longest pattern for `indexOf`, which compares each character at most this many times. */
const maxNaiveLength = 16;

/** Computes for each position the longest proper prefix that also ends there (Knuth, Morris and Pratt). */
const computeBorders = (pattern: string): Uint16Array | Uint32Array => {
  const borders = pattern.length < 0x1_0000 ? new Uint16Array(pattern.length) : new Uint32Array(pattern.length);
  let length = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    while (length > 0 && pattern.charCodeAt(index) !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (pattern.charCodeAt(index) === pattern.charCodeAt(length)) length += 1;
    borders[index] = length;
  }
  return borders;
};

/** First position of a text in another, from a position on, 0-based; -1 if none. */
export type Seek = (text: string, from: number) => number;

/**
 * Like `indexOf`, but in linear time. `indexOf` takes the product of both lengths for repetitive texts: half a minute
 * for a row of formulas (ADR 46).
 */
export const createSeeker = (pattern: string): Seek => {
  if (pattern.length <= maxNaiveLength) return (text, from) => text.indexOf(pattern, from);
  const borders = computeBorders(pattern);
  return (text, from) => {
    let alike = 0;
    for (let index = from; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      while (alike > 0 && unit !== pattern.charCodeAt(alike)) alike = borders[alike - 1] ?? 0;
      if (unit === pattern.charCodeAt(alike)) alike += 1;
      if (alike === pattern.length) return index - alike + 1;
    }
    return -1;
  };
};
