import { isObject } from "../documents/flatten.ts";
import type { Line } from "./lines.ts";
import { unreadableFile } from "./unreadable.ts";

/** Whose line it is: an order's own, or one of something in the order whose number it names. `createdAt`: as the platform writes instants. */
export type LineHead = { kind: "order"; number: number; createdAt: string } | { kind: "below"; number: number };

/** As lines end whose parent is written last, which is how the platform does it; it escapes slashes. */
const parentEnds = [
  Buffer.from('"__parentId":"gid:\\/\\/shopify\\/Order\\/'),
  Buffer.from('"__parentId":"gid://shopify/Order/'),
];
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const gid = /^gid:\/\/shopify\/Order\/(\d{1,15})$/;

/** Bytes in which id and date of an order stand, where the platform writes what was asked in the order in which it was asked. */
const headBytes = 120;
const mostDigits = 15;
const [zero, nine, quote, comma, space, openBrace, brace] = [48, 57, 34, 44, 32, 123, 125];

/**
 * Where the number begins of the order that a line ends with; -1 where it does not end so. Its bytes are looked at one by one: no text is made of
 * them.
 */
const numberAtEnd = ({ bytes, start, end }: Line): number => {
  if (bytes[end - 1] !== brace || bytes[end - 2] !== quote) return -1;
  let at = end - 2;
  const first = Math.max(start, at - mostDigits);
  for (; at > first; at -= 1) {
    const digit = bytes[at - 1] ?? 0;
    if (digit < zero || digit > nine) break;
  }
  return at === end - 2 ? -1 : at;
};

/** The place of a parent's name in a line that ends with its number; -1 where that is the number of something else. */
const parentBefore = ({ bytes, start }: Line, number: number): number => {
  for (const mark of parentEnds) if (standsBefore(mark, bytes, start, number)) return number - mark.length;
  return -1;
};

/** The number of the order that a line ends with, if it does. */
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
 * Reads no more of a line than says whose it is: its end, where inside a text every quote would be escaped, so that the mark of a parent is never
 * part of one, or else its beginning. What is written otherwise is read as a whole.
 * @throws {PlatformError} unexpected-answer
 */
export const headOf = (line: Line): LineHead => {
  const parent = parentAtEnd(line);
  if (parent >= 0) return { kind: "below", number: parent };
  const { bytes, start, end } = line;
  const [, number, createdAt] = ownHead.exec(bytes.toString("latin1", start, Math.min(end, start + headBytes))) ?? [];
  return number === undefined || createdAt === undefined
    ? parsedHead(line)
    : { kind: "order", number: Number(number), createdAt };
};

const parsedHead = (line: Line): LineHead => {
  const value = parsedLine(line);
  const { id, createdAt, __parentId: parent } = value;
  const number = Number(gid.exec(String(parent ?? id))?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) throw unreadableFile(`a line of no order: ${String(parent ?? id).slice(0, 80)}`);
  return parent === undefined ? { kind: "order", number, createdAt: String(createdAt) } : { kind: "below", number };
};

/**
 * What a line says of what is below an order, without whose it is. A parent that is written last is not read at all: the comma before it becomes
 * the end of the line, in its own bytes. Taken from the object it would cost more than parsing it, then and whenever the object is read.
 * @throws {PlatformError} unexpected-answer: no JSON object
 */
export const parsedBelow = (line: Line) => {
  const { bytes, start } = line;
  const number = numberAtEnd(line);
  const last = number < 0 ? -1 : parentBefore(line, number) - 1;
  // Behind anything else than a value a comma is no JSON, and an end would be.
  if (last > start && bytes[last] === comma && !emptyAt(bytes[last - 1] ?? space)) {
    bytes[last] = brace;
    return parsedLine({ bytes, start, end: last + 1 });
  }
  const node = parsedLine(line);
  delete node.__parentId;
  return node;
};

/** An object with nothing in it so far, or a blank that may stand behind one. */
const emptyAt = (byte: number): boolean => byte <= space || byte === openBrace;

/** @throws {PlatformError} unexpected-answer: no JSON object; its text is told to nobody */
export const parsedLine = ({ bytes, start, end }: Line) => {
  try {
    const value = JSON.parse(bytes.toString("utf8", start, end));
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unreadableFile(`a line of ${end - start} bytes is no JSON object`);
};
