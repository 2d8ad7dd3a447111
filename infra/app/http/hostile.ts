const maxDepth = 32;
const maxNodes = 100_000;

/** A name from outside, short and printable enough to stand in a sentence. */
export const shown = (name: string): string => {
  const printable = name.replaceAll(/[^\x20-\x7e]/g, "?");
  return printable.length > 60 ? `${printable.slice(0, 60)}…` : printable;
};

const badText = (text: string): string | undefined => {
  if (text.includes("\0")) return "holds a NUL character";
  return text.isWellFormed() ? undefined : "holds half of a character";
};

/** `Columns, entry 3`; a bare list is the body itself. */
const placed = (name: string, index: number): string => `${name}, entry ${index + 1}`;

/**
 * What is wrong with parsed JSON before any schema looks at it, as a sentence, or undefined: texts that no store keeps as they are
 * (NUL, lone surrogates), `__proto__` as a name, nesting beyond 32 levels. Walks without recursion.
 */
export const hostileJson = (value: unknown): string | undefined => {
  const waiting: { value: unknown; name: string; depth: number }[] = [{ value, name: "The body", depth: 0 }];
  let nodes = 1;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > maxDepth) return "The body is nested too deeply. Send it flatter.";
    if (typeof next.value === "string") {
      const trouble = badText(next.value);
      if (trouble) return `${next.name} ${trouble}. Remove it.`;
      continue;
    }
    if (typeof next.value !== "object" || next.value === null) continue;
    const entries = Object.entries(next.value);
    nodes += entries.length;
    if (nodes > maxNodes) return "The body holds too many values. Send less at once.";
    const isList = Array.isArray(next.value);
    for (const [key, inner] of entries) {
      const name = isList
        ? placed(next.name, Number(key))
        : next.depth === 0
          ? shown(key)
          : `${next.name}.${shown(key)}`;
      if (key === "__proto__") return "__proto__ is not a field of this call. Remove it.";
      if (badText(key)) return `The field name ${name} ${badText(key)}. Remove it.`;
      waiting.push({ value: inner, name, depth: next.depth + 1 });
    }
  }
  return undefined;
};
