import { createHash } from "node:crypto";
import type { Comparison } from "#domain/export/comparison.ts";
import { rowRecordBytes } from "./row-hash.ts";

/** Opens a list of row hashes, once per round. */
type Open = () => Promise<AsyncIterable<Uint8Array>>;

/** Maximum distinct rows in memory, some 15 MB. Longer lists are read several times, each for a part of the orders. */
const rowsPerRound = 100_000;

/** Passes each record to `take` as hex. Returns the key mark and the hash of all. */
const readRecords = async (
  open: Open,
  take: (record: string) => void,
  yieldToEventLoop: () => Promise<void> | void,
): Promise<{ mark: string; all: string }> => {
  const all = createHash("sha256");
  let mark: string | undefined;
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of await open()) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % rowRecordBytes);
    all.update(bytes.subarray(0, whole));
    for (let at = 0; at < whole; at += rowRecordBytes) {
      const record = bytes.toString("hex", at, at + rowRecordBytes);
      if (mark === undefined) mark = record;
      else take(record);
    }
    rest = bytes.subarray(whole);
    await yieldToEventLoop();
  }
  return { mark: mark ?? "", all: all.digest("hex") };
};

/** Counts rows per order once equal ones have cancelled out. */
const countLeft = (left: ReadonlyMap<string, number>): { added: number; removed: number; changed: number } => {
  const orders = new Map<string, { more: number; fewer: number }>();
  for (const [record, count] of left) {
    const order = record.slice(0, rowRecordBytes);
    const known = orders.get(order) ?? { more: 0, fewer: 0 };
    orders.set(order, count > 0 ? { ...known, more: known.more + count } : { ...known, fewer: known.fewer - count });
  }
  const sums = { added: 0, removed: 0, changed: 0 };
  for (const { more, fewer } of orders.values()) {
    const changed = Math.min(more, fewer);
    sums.changed += changed;
    sums.added += more - changed;
    sums.removed += fewer - changed;
  }
  return sums;
};

/** Compares two files' rows as multisets. `rows`: their total, or more. Undefined for lists of different keys. */
export const compareRows = async (
  earlier: Open,
  now: Open,
  {
    rows,
    yieldToEventLoop,
    atOnce = rowsPerRound,
  }: { rows: number; yieldToEventLoop: () => Promise<void> | void; atOnce?: number },
): Promise<Extract<Comparison, { outcome: "differs" }> | undefined> => {
  const rounds = Math.max(1, Math.ceil(rows / atOnce));
  const sums = { added: 0, removed: 0, changed: 0 };
  let sameOrder = true;
  for (let round = 0; round < rounds; round += 1) {
    const countByRecord = new Map<string, number>();
    // An order's rows fall in one round.
    const isOfRound = (record: string) => rounds === 1 || Number.parseInt(record.slice(0, 8), 16) % rounds === round;
    const take = (by: 1 | -1) => (record: string) => {
      if (!isOfRound(record)) return;
      const count = (countByRecord.get(record) ?? 0) + by;
      if (count === 0) countByRecord.delete(record);
      else countByRecord.set(record, count);
    };
    const before = await readRecords(earlier, take(-1), yieldToEventLoop);
    const after = await readRecords(now, take(1), yieldToEventLoop);
    if (before.mark !== after.mark) return undefined;
    sameOrder = before.all === after.all;
    const { added, removed, changed } = countLeft(countByRecord);
    sums.added += added;
    sums.removed += removed;
    sums.changed += changed;
  }
  const sameRows = sums.added + sums.removed + sums.changed === 0;
  return { outcome: "differs", ...sums, reordered: sameRows && !sameOrder };
};
