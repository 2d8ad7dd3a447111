import { soughtLetters } from "../../text/letter-case.ts";
import { createSeeker, type Seek } from "../../text/seek.ts";
import { type Spend, stepCosts } from "../work-budget.ts";

/** A part of a pattern between two stars. */
type Piece = {
  /** Characters to match; null matches any. */
  characters: readonly (string | null)[];
  /** The text, if every character is given; `seek` finds it. */
  literal: string | null;
  seek: Seek | null;
};

/** Excel's limit, in characters. */
export const maxPatternLength = 255;

const piecesOf = (pattern: string): Piece[] => {
  const pieces: (string | null)[][] = [[]];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    const last = pieces.at(-1) ?? [];
    const next = pattern.charAt(index + 1);
    if (character === "~" && "?*~".includes(next) && next !== "") {
      last.push(next);
      index += 1;
    } else if (character === "*") pieces.push([]);
    else last.push(character === "?" ? null : character);
  }
  return pieces.map((characters) => {
    const literal = characters.includes(null) ? null : characters.join("");
    return { characters, literal, seek: literal === null ? null : createSeeker(literal) };
  });
};

const matchesAt = ({ characters, literal }: Piece, text: string, index: number, spend: Spend): boolean => {
  if (index < 0 || index + characters.length > text.length) return false;
  if (literal !== null) return text.startsWith(literal, index);
  let alike = 0;
  for (; alike < characters.length; alike += 1) {
    const character = characters[alike];
    if (character !== null && character !== text[index + alike]) break;
  }
  spend((alike + 1) * stepCosts.characterOfPattern);
  return alike === characters.length;
};

const find = (piece: Piece, text: string, from: number, spend: Spend): number => {
  if (piece.seek !== null) return piece.seek(text, from);
  for (let at = from; at + piece.characters.length <= text.length; at += 1)
    if (matchesAt(piece, text, at, spend)) return at;
  return -1;
};

/** `?` is one character, `*` any number, `~` escapes the next. Ignores case. */
export type Pattern = {
  /** Start of the first match, from a position on; -1 if none. */
  search(text: string, from: number, spend: Spend): number;
  /** True if the whole text matches. */
  matches(text: string, spend: Spend): boolean;
};

/**
 * Matches greedily, without backtracking: each part takes its first match after the previous one. Takes time linear in
 * the text's length, at worst times the pattern's for parts with `?`; all of it is spent.
 */
export const parsePattern = (pattern: string): Pattern => {
  const pieces = piecesOf(soughtLetters(pattern));
  const [first = { characters: [], literal: "", seek: null }] = pieces;
  const last = pieces.at(-1) ?? first;
  /** Returns the end of parts in sequence, from `from` on; -1 if one is missing. */
  const endOf = (wanted: readonly Piece[], text: string, from: number, spend: Spend): number => {
    let index = from;
    for (const piece of wanted) {
      const found = find(piece, text, index, spend);
      if (found === -1) return -1;
      index = found + piece.characters.length;
    }
    return index;
  };
  return {
    search(text, from, spend) {
      const within = soughtLetters(text);
      const start = find(first, within, from, spend);
      if (start === -1) return -1;
      return endOf(pieces.slice(1), within, start + first.characters.length, spend) === -1 ? -1 : start;
    },
    matches(text, spend) {
      const within = soughtLetters(text);
      const begin = first.characters.length;
      if (pieces.length === 1) return within.length === begin && matchesAt(first, within, 0, spend);
      const end = within.length - last.characters.length;
      if (end < begin || !matchesAt(first, within, 0, spend) || !matchesAt(last, within, end, spend)) return false;
      const index = endOf(pieces.slice(1, -1), within, begin, spend);
      return index !== -1 && index <= end;
    },
  };
};
