/** Nodes of a search in the platform's syntax (P-4.2). */
export type Comparator = "=" | "<" | "<=" | ">" | ">=";
export type Term = {
  kind: "term";
  /** Null for free text. */
  field: string | null;
  comparator: Comparator;
  value: string;
  quoted: boolean;
  /** The value ended with an unquoted `*`. */
  prefix: boolean;
};
export type SearchNode =
  | Term
  | { kind: "and"; nodes: SearchNode[] }
  | { kind: "or"; nodes: SearchNode[] }
  | { kind: "not"; node: SearchNode };

type Token = { kind: "(" | ")" | "and" | "or" | "not" } | Term;

const FIELD = /^([a-zA-Z_][\w.$-]*):(<=|>=|<|>|=)?/;

/** Reads a quoted value. A backslash escapes the next character. */
const quotedValue = (text: string, start: number): { value: string; end: number; prefix: boolean } => {
  const quote = text[start];
  let value = "";
  let at = start + 1;
  while (at < text.length && text[at] !== quote) {
    if (text[at] === "\\" && at + 1 < text.length) at++;
    value += text[at];
    at++;
  }
  return { value, end: at + 1, prefix: false };
};

/** Reads an unquoted value. `prefix`: it ended with an unescaped star. */
const plainValue = (text: string, start: number): { value: string; end: number; prefix: boolean } => {
  let value = "";
  let at = start;
  let escaped = false;
  while (at < text.length && !/[\s()]/.test(text[at] ?? "")) {
    escaped = text[at] === "\\" && at + 1 < text.length;
    if (escaped) at++;
    value += text[at];
    at++;
  }
  return { value, end: at, prefix: !escaped && value.length > 1 && value.endsWith("*") };
};

const isQuote = (character: string | undefined): boolean => character === "'" || character === '"';

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    if (character === "(" || character === ")") {
      tokens.push({ kind: character });
      at++;
      continue;
    }
    if (character === "-" && /[^\s-]/.test(text[at + 1] ?? "")) {
      tokens.push({ kind: "not" });
      at++;
      continue;
    }
    const word = /^(AND|OR|NOT)(?=[\s()]|$)/.exec(text.slice(at));
    if (word?.[1]) {
      tokens.push({ kind: word[1].toLowerCase() as "and" | "or" | "not" });
      at += word[1].length;
      continue;
    }
    const named = FIELD.exec(text.slice(at));
    const field = named?.[1] ?? null;
    const comparator = (named?.[2] ?? "=") as Comparator;
    at += named?.[0].length ?? 0;
    // `field: value` with a space is one term as well.
    if (named) while (text[at] === " ") at++;
    const quoted = isQuote(text[at]);
    const { value, end, prefix } = quoted ? quotedValue(text, at) : plainValue(text, at);
    at = Math.max(end, at + (named ? 0 : 1));
    tokens.push({ kind: "term", field, comparator, value: prefix ? value.slice(0, -1) : value, quoted, prefix });
  }
  return tokens;
};

/** Parses a search; null if it is empty. A missing bracket closes at the end. */
export const parseSearch = (text: string): SearchNode | null => {
  const tokens = tokensOf(text);
  let at = 0;

  const one = (): SearchNode | null => {
    const token = tokens[at];
    if (!token) return null;
    if (token.kind === "term") {
      at++;
      return token;
    }
    if (token.kind === "not") {
      at++;
      const node = one();
      return node ? { kind: "not", node } : null;
    }
    if (token.kind === "(") {
      at++;
      const node = either();
      if (tokens[at]?.kind === ")") at++;
      return node;
    }
    return null;
  };
  const all = (): SearchNode | null => {
    const nodes: SearchNode[] = [];
    while (at < tokens.length) {
      const { kind } = tokens[at] as Token;
      if (kind === "and") {
        at++;
        continue;
      }
      if (kind === "or" || kind === ")") break;
      const node = one();
      if (node) nodes.push(node);
    }
    return nodes.length > 1 ? { kind: "and", nodes } : (nodes[0] ?? null);
  };
  const either = (): SearchNode | null => {
    const nodes: SearchNode[] = [];
    while (at < tokens.length) {
      const node = all();
      if (node) nodes.push(node);
      if (tokens[at]?.kind !== "or") break;
      at++;
    }
    return nodes.length > 1 ? { kind: "or", nodes } : (nodes[0] ?? null);
  };

  const nodes: SearchNode[] = [];
  while (at < tokens.length) {
    const node = either();
    if (node) nodes.push(node);
    if (tokens[at]?.kind === ")") at++;
  }
  return nodes.length > 1 ? { kind: "and", nodes } : (nodes[0] ?? null);
};
