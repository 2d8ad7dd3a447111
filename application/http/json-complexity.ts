const maxValues = 100_000;
const maxDepth = 33;

const tooDeep = "The body is nested too deeply. Use fewer levels.";
const tooMany = "The body holds too many values. Send less at once.";

/** Structural bytes of JSON, never part of another UTF-8 character. */
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
 * Scans a body's bytes as they arrive for what is too expensive to parse: over 100,000 values, over 32 levels below the
 * first, or over `parts` objects, arrays and field names. 4 MB of small objects with distinct names take up to a
 * second. Never underestimates valid JSON; counts one too many per empty array or object.
 */
export const createJsonComplexityCheck = ({
  parts: maxParts,
}: {
  parts: number;
}): { write(chunk: Uint8Array): void; problem(): string | undefined } => {
  let [values, parts, depth] = [1, 0, 0];
  let [inString, isEscaped, isDone] = [false, false, false];
  let problem: string | undefined;

  /** Returns the index after the string's end, or the end of the chunk. */
  const skipString = (chunk: Uint8Array, from: number): number => {
    let offset = from;
    if (isEscaped && offset < chunk.length) {
      isEscaped = false;
      offset += 1;
    }
    for (; offset < chunk.length; offset++) {
      const kind = marks[chunk[offset] as number];
      if (kind === mark.quote) {
        inString = false;
        return offset + 1;
      }
      if (kind === mark.escape) offset += 1;
    }
    isEscaped = offset > chunk.length;
    return chunk.length;
  };

  const count = (kind: number | undefined): void => {
    if (kind === mark.comma) values += 1;
    else if (kind === mark.colon) parts += 1;
    else if (kind === mark.closing) {
      depth -= 1;
      // Parsers stop at an unmatched closing bracket.
      isDone ||= depth < 0;
    } else {
      values += 1;
      parts += 1;
      depth += 1;
      if (depth > maxDepth) problem = tooDeep;
    }
    if (values > maxValues || parts > maxParts) problem ??= tooMany;
    isDone ||= problem !== undefined;
  };

  const write = (chunk: Uint8Array): void => {
    let offset = 0;
    while (offset < chunk.length && !isDone) {
      if (inString) offset = skipString(chunk, offset);
      while (offset < chunk.length && marks[chunk[offset] as number] === mark.other) offset += 1;
      if (offset === chunk.length) return;
      const kind = marks[chunk[offset] as number];
      offset += 1;
      if (kind === mark.quote) inString = true;
      else if (kind !== mark.escape) count(kind);
    }
  };

  return { write, problem: () => problem };
};
