import { isObject } from "../documents/flatten.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import type { Line } from "./lines.ts";

/** An order's own line, or a child's. `createdAt`: in the platform's notation. */
export type LineHead = { kind: "order"; number: number; createdAt: string } | { kind: "below"; number: number };

/** The platform writes the parent last, and escapes slashes. */
const parentEnds = [
  Buffer.from('"__parentId":"gid:\\/\\/shopify\\/Order\\/'),
  Buffer.from('"__parentId":"gid://shopify/Order/'),
];
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const gid = /^gid:\/\/shopify\/Order\/(\d{1,15})$/;

/** Bytes with an order's id and date, as queried. */
const headBytes = 120;
const maxDigits = 15;
const [zero, nine, quote, comma, space, openBrace, brace] = [48, 57, 34, 44, 32, 123, 125];

/** Offset of the number that ends the line; -1 without an order number there. */
const numberAtEnd = ({ bytes, start, end }: Line): number => {
  if (bytes[end - 1] !== brace || bytes[end - 2] !== quote) return -1;
  let offset = end - 2;
  const first = Math.max(start, offset - maxDigits);
  for (; offset > first; offset -= 1) {
    const digit = bytes[offset - 1] ?? 0;
    if (digit < zero || digit > nine) break;
  }
  return offset === end - 2 ? -1 : offset;
};

/** Offset of the parent mark before a number; -1 if the number isn't a parent's. */
const parentBefore = ({ bytes, start }: Line, number: number): number => {
  for (const mark of parentEnds) if (standsBefore(mark, bytes, start, number)) return number - mark.length;
  return -1;
};

/** Offset of the parent at the line's end; -1 if there is none. */
const parentAtEnd = (line: Line): number => {
  const begin = numberAtEnd(line);
  if (begin < 0 || parentBefore(line, begin) < 0) return -1;
  let number = 0;
  for (let at = begin; at < line.end - 2; at += 1) number = number * 10 + (line.bytes[at] ?? zero) - zero;
  return number;
};

const standsBefore = (mark: Buffer, bytes: Buffer, start: number, end: number): boolean => {
  const from = end - mark.length;
  if (from < start) return false;
  for (let at = mark.length - 1; at >= 0; at -= 1) if (bytes[from + at] !== mark[at]) return false;
  return true;
};

/**
 * Finds a line's owner by its end or beginning; parses any other line whole. Quotes in text are escaped, so it never
 * contains a parent mark.
 * @throws {PlatformError} unexpected-answer
 */
export const parseLineHead = (line: Line): LineHead => {
  const parent = parentAtEnd(line);
  if (parent >= 0) return { kind: "below", number: parent };
  const { bytes, start, end } = line;
  const [, number, createdAt] = ownHead.exec(bytes.toString("latin1", start, Math.min(end, start + headBytes))) ?? [];
  return number === undefined || createdAt === undefined
    ? parsedHead(line)
    : { kind: "order", number: Number(number), createdAt };
};

const parsedHead = (line: Line): LineHead => {
  const value = parseLine(line);
  const { id, createdAt, __parentId: parent } = value;
  const number = Number(gid.exec(String(parent ?? id))?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) throw createUnreadableFileError(`a line of no order: ${String(parent ?? id).slice(0, 80)}`);
  return parent === undefined ? { kind: "order", number, createdAt: String(createdAt) } : { kind: "below", number };
};

/**
 * Parses a line without its parent, if written last: the closing brace overwrites the comma before it. Deleting the
 * field costs more, now and on each later read.
 * @throws {PlatformError} unexpected-answer: no JSON object
 */
export const parsedBelow = (line: Line) => {
  const { bytes, start } = line;
  const number = numberAtEnd(line);
  const last = number < 0 ? -1 : parentBefore(line, number) - 1;
  // Elsewhere the brace would make an invalid comma valid.
  if (last > start && bytes[last] === comma && !emptyAt(bytes[last - 1] ?? space)) {
    bytes[last] = brace;
    return parseLine({ bytes, start, end: last + 1 });
  }
  const node = parseLine(line);
  delete node.__parentId;
  return node;
};

/** An opening brace, or white space that may follow one. */
const emptyAt = (byte: number): boolean => byte <= space || byte === openBrace;

/** @throws {PlatformError} unexpected-answer: no JSON object; never quotes its text */
export const parseLine = ({ bytes, start, end }: Line) => {
  try {
    const value = JSON.parse(bytes.toString("utf8", start, end));
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw createUnreadableFileError(`a line of ${end - start} bytes is no JSON object`);
};
