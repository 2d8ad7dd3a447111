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

/** The platform writes the parent last. Quotes in text are escaped, so no text looks like it. */
const parentAtEnd = /"__parentId":"gid:(?:\\?\/){2}shopify\\?\/(\w{1,60})\\?\/(\d{1,15})"\}$/;
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const ownId = /^\{"id":"gid:(?:\\?\/){2}shopify\\?\/(\w{1,60})\\?\/(\d{1,15})"/;
const gid = /^gid:\/\/shopify\/(\w{1,60})\/(\d{1,15})$/;

/** Bytes with an order's id and date, as queried, and with a parent. */
const headBytes = 120;
const tailBytes = 140;

/**
 * Finds a line's owner by its end or beginning; parses any other line whole.
 * @throws {PlatformError} unexpected-answer
 */
export const parseLineHead = (line: Line): LineHead => {
  const { bytes, start, end } = line;
  const [, type, digits] = parentAtEnd.exec(bytes.toString("latin1", Math.max(start, end - tailBytes), end)) ?? [];
  if (type !== undefined) return toChildHead(type, Number(digits));
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
  return toChildHead(type, number);
};

const toChildHead = (type: string, number: number): LineHead =>
  type === "Order" ? { kind: "below", number } : { kind: "deep", number, parent: `${type}/${number}` };

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
