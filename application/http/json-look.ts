const mostValues = 100_000;
/** Lists and objects within each other. */
const mostDepth = 33;

const tooDeep = "The body is nested too deeply. Send it flatter.";
const tooMany = "The body holds too many values. Send less at once.";

/** Bytes that JSON is built of. None of them is ever a part of another character in UTF-8. */
const mark = { other: 0, quote: 1, escape: 2, comma: 3, colon: 4, opening: 5, closing: 6 } as const;
const marks = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', mark.quote],
  ["\\", mark.escape],
  [",", mark.comma],
  [":", mark.colon],
  ["[{", mark.opening],
  ["]}", mark.closing],
] as const)
  for (const character of characters) marks[character.charCodeAt(0)] = kind;

/**
 * Looks at the bytes of a body as they come, each of them once, and tells in a sentence what makes it too dear to parse: more than 100,000
 * values, more than 32 levels below the first, more `parts` (objects, lists and names of fields) than its call can use. Parsing costs by
 * what is made: of small objects whose names all differ, 4 MB take up to a second. What is no JSON is for the parser to refuse, which
 * stops where it ends; of what is, nothing is taken for less than it is (an empty list or object counts as one value too many).
 */
export const lookAtJson = ({
  parts: mostParts,
}: {
  parts: number;
}): { take(piece: Uint8Array): void; trouble(): string | undefined } => {
  let [values, parts, depth] = [1, 0, 0];
  let [inText, isEscaped, isDone] = [false, false, false];
  let trouble: string | undefined;

  /** Where the text goes on that `piece` is in at `from`: behind its end, or at the end of the piece. */
  const skipText = (piece: Uint8Array, from: number): number => {
    let at = from;
    if (isEscaped && at < piece.length) {
      isEscaped = false;
      at += 1;
    }
    for (; at < piece.length; at++) {
      const kind = marks[piece[at] as number];
      if (kind === mark.quote) {
        inText = false;
        return at + 1;
      }
      if (kind === mark.escape) at += 1;
    }
    isEscaped = at > piece.length;
    return piece.length;
  };

  const count = (kind: number | undefined): void => {
    if (kind === mark.comma) values += 1;
    else if (kind === mark.colon) parts += 1;
    else if (kind === mark.closing) {
      depth -= 1;
      // No parser gets beyond what ends that never began.
      isDone ||= depth < 0;
    } else {
      values += 1;
      parts += 1;
      depth += 1;
      if (depth > mostDepth) trouble = tooDeep;
    }
    if (values > mostValues || parts > mostParts) trouble ??= tooMany;
    isDone ||= trouble !== undefined;
  };

  const take = (piece: Uint8Array): void => {
    let at = 0;
    while (at < piece.length && !isDone) {
      if (inText) at = skipText(piece, at);
      while (at < piece.length && marks[piece[at] as number] === mark.other) at += 1;
      if (at === piece.length) return;
      const kind = marks[piece[at] as number];
      at += 1;
      if (kind === mark.quote) inText = true;
      else if (kind !== mark.escape) count(kind);
    }
  };

  return { take, trouble: () => trouble };
};
