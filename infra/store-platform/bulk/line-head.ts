import { isObject } from "../flatten.ts";
import { unreadableFile } from "./unreadable.ts";

/** Whose line it is: an order's own, or one of something in the order whose number it names. */
export type LineHead = { kind: "order"; number: number; createdAt: number } | { kind: "below"; number: number };

const parentMark = Buffer.from('"__parentId":"');
const ownHead = /^\{"id":"gid:(?:\\?\/){2}shopify(?:\\?\/)Order(?:\\?\/)(\d{1,15})","createdAt":"([^"]{10,40})"/;
const gid = /^gid:\/\/shopify\/Order\/(\d{1,15})$/;

/** Bytes in which id and date of an order stand, where the platform writes what was asked in the order in which it was asked. */
const headBytes = 120;

/** The number in digits up to the next quote. */
const numberAt = (line: Buffer, from: number): number => {
  const end = line.indexOf(34, from);
  const text = line.toString("latin1", from, end < 0 ? from : end).replaceAll("\\/", "/");
  return Number(gid.exec(text)?.[1] ?? Number.NaN);
};

/**
 * Reads no more of a line than says whose it is: inside a text every quote is escaped, so that the mark of a parent is never part of one.
 * What is written otherwise is read as a whole.
 * @throws {PlatformError} unexpected-answer
 */
export const headOf = (line: Buffer): LineHead => {
  const mark = line.lastIndexOf(parentMark);
  if (mark >= 0) {
    const number = numberAt(line, mark + parentMark.length);
    return Number.isNaN(number) ? parsedHead(line) : { kind: "below", number };
  }
  const [, number, createdAt] = ownHead.exec(line.toString("latin1", 0, headBytes)) ?? [];
  const time = Date.parse(createdAt ?? "");
  return number === undefined || Number.isNaN(time)
    ? parsedHead(line)
    : { kind: "order", number: Number(number), createdAt: time };
};

const parsedHead = (line: Buffer): LineHead => {
  const value = parsedLine(line);
  const { id, createdAt, __parentId: parent } = value;
  const number = Number(gid.exec(String(parent ?? id))?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) throw unreadableFile(`a line of no order: ${String(parent ?? id).slice(0, 80)}`);
  if (parent !== undefined) return { kind: "below", number };
  const time = Date.parse(String(createdAt));
  if (Number.isNaN(time)) throw unreadableFile(`order ${number} has no date`);
  return { kind: "order", number, createdAt: time };
};

/** @throws {PlatformError} unexpected-answer: no JSON object; its text is told to nobody */
export const parsedLine = (line: Buffer) => {
  try {
    const value = JSON.parse(line.toString("utf8"));
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unreadableFile(`a line of ${line.length} bytes is no JSON object`);
};
