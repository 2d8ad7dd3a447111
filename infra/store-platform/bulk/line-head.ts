import type { Json } from "../../ports/json.ts";
import { isObject } from "../documents/flatten.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import type { Line } from "./lines.ts";

/**
 * An order's own line, its child's, or a line of a child (`deep`). `createdAt`: in the platform's notation. `number`: the
 * order's; of a `deep` line its parent's.
 */
export type LineHead =
  | { kind: "order"; number: number; createdAt: string }
  | { kind: "below"; number: number }
  | { kind: "deep"; number: number; parent: string };

/** The platform writes the parent last, and escapes slashes. */
const parentMarks = ['"__parentId":"gid:\\/\\/shopify\\/', '"__parentId":"gid://shopify/'];
const deepEnds = parentMarks.map((mark) => Buffer.from(mark));
const parentEnds = [Buffer.from(`${parentMarks[0]}Order\\/`), Buffer.from(`${parentMarks[1]}Order/`)];
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const ownId = /^\{"id":"gid:(?:\\?\/){2}shopify\\?\/(\w{1,60})\\?\/(\d{1,15})"/;
const gid = /^gid:\/\/shopify\/(\w{1,60})\/(\d{1,15})$/;

/** Bytes with an order's id and date, as queried. */
const headBytes = 120;
const maxDigits = 15;
const [zero, nine, quote, comma, space, openBrace, brace] = [48, 57, 34, 44, 32, 123, 125];
const [slash, backslash] = [47, 92];

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

/** Offset of the parent mark before a number; -1 if the number isn't an order's below which the line is. */
const parentBefore = ({ bytes, start }: Line, number: number): number => {
  for (const mark of parentEnds) if (standsBefore(mark, bytes, start, number)) return number - mark.length;
  return -1;
};

/** Offset of the parent's type before a number, whatever it is; -1 if the number isn't a parent's. */
const typeBefore = ({ bytes, start }: Line, number: number): number => {
  if (bytes[number - 1] !== slash) return -1;
  let offset = number - (bytes[number - 2] === backslash ? 2 : 1);
  while (offset > start && isLetter(bytes[offset - 1] ?? 0)) offset -= 1;
  return deepEnds.some((mark) => standsBefore(mark, bytes, start, offset)) ? offset : -1;
};

/** Offset of the mark of any parent before a number; -1 if there is none. */
const anyParentBefore = (line: Line, number: number): number => {
  const order = parentBefore(line, number);
  const type = order < 0 ? typeBefore(line, number) : -1;
  const mark = deepEnds.find((one) => type >= 0 && standsBefore(one, line.bytes, line.start, type));
  return mark === undefined ? order : type - mark.length;
};

const isLetter = (byte: number): boolean => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

/** The parent at the line's end; undefined if there is none. */
const parentAtEnd = (line: Line): LineHead | undefined => {
  const begin = numberAtEnd(line);
  if (begin < 0) return undefined;
  const type = parentBefore(line, begin) < 0 ? typeBefore(line, begin) : undefined;
  if (type === -1) return undefined;
  let number = 0;
  for (let at = begin; at < line.end - 2; at += 1) number = number * 10 + (line.bytes[at] ?? zero) - zero;
  if (type === undefined) return { kind: "below", number };
  const name = line.bytes.toString("latin1", type, begin).replace(/\W+$/, "");
  return { kind: "deep", number, parent: `${name}/${number}` };
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
  const below = parentAtEnd(line);
  if (below !== undefined) return below;
  const { bytes, start, end } = line;
  const [, number, createdAt] = ownHead.exec(bytes.toString("latin1", start, Math.min(end, start + headBytes))) ?? [];
  return number === undefined || createdAt === undefined
    ? parsedHead(line)
    : { kind: "order", number: Number(number), createdAt };
};

const parsedHead = (line: Line): LineHead => {
  const value = parseLine(line);
  const { id, createdAt, __parentId: parent } = value;
  const [, type, digits] = gid.exec(String(parent ?? id)) ?? [];
  const number = Number(digits);
  if (type === undefined || (parent === undefined && type !== "Order")) throw createForeignLineError(parent ?? id);
  if (parent === undefined) return { kind: "order", number, createdAt: String(createdAt) };
  return type === "Order" ? { kind: "below", number } : { kind: "deep", number, parent: `${type}/${number}` };
};

export const createForeignLineError = (id: Json | undefined) =>
  createUnreadableFileError(`a line of no order: ${String(id).slice(0, 80)}`);

/**
 * The id of an order's child as its own children name it; undefined for nodes without one.
 * @throws {PlatformError} unexpected-answer
 */
export const readOwnId = (line: Line): { type: string; number: number } | undefined => {
  const { bytes, start, end } = line;
  const head = ownId.exec(bytes.toString("latin1", start, Math.min(end, start + headBytes)));
  const [, type, number] = head ?? gid.exec(String(parseLine(line).id)) ?? [];
  return type === undefined ? undefined : { type, number: Number(number) };
};

/**
 * Parses a line without its parent, if written last: the closing brace overwrites the comma before it. Deleting the
 * field costs more, now and on each later read.
 * @throws {PlatformError} unexpected-answer: no JSON object
 */
export const parsedBelow = (line: Line) => {
  const { bytes, start } = line;
  const number = numberAtEnd(line);
  const last = number < 0 ? -1 : anyParentBefore(line, number) - 1;
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
