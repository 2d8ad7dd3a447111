import { isObject } from "../documents/flatten.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import type { Line } from "./lines.ts";

/** An order's own line, or a child's. `createdAt`: in the platform's notation. */
export type LineHead = { kind: "order"; number: number; createdAt: string } | { kind: "below"; number: number };

/** The platform writes the parent last. Quotes in text are escaped, so no text looks like it. */
const parentAtEnd = /"__parentId":"gid:(?:\\?\/){2}shopify\\?\/Order\\?\/(\d{1,15})"\}$/;
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const gid = /^gid:\/\/shopify\/Order\/(\d{1,15})$/;

/** Bytes with an order's id and date, as queried, and with a parent. */
const headBytes = 120;
const tailBytes = 80;

/**
 * Finds a line's owner by its end or beginning; parses any other line whole.
 * @throws {PlatformError} unexpected-answer
 */
export const parseLineHead = (line: Line): LineHead => {
  const { bytes, start, end } = line;
  const [, parent] = parentAtEnd.exec(bytes.toString("latin1", Math.max(start, end - tailBytes), end)) ?? [];
  if (parent !== undefined) return { kind: "below", number: Number(parent) };
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
