import type { ScratchSpool } from "../../ports/stores/scratch.ts";
import type { WorkFile } from "../../ports/stores/work-files.ts";
import { truncateTexts } from "../documents/truncate-texts.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import { parseLine, parseLineHead } from "./line-head.ts";
import { type Line, maxOrderBytes, readLines } from "./lines.ts";
import type { ParentOf } from "./parents.ts";
import { type Keyed, sortedByKey } from "./sort-lines.ts";
import type { Survey } from "./survey.ts";

/** The order's own line comes first. */
export type OrderLines = { number: number; createdAt: string; lines: Line[]; bytes: number };

/** `onCut`: called with the number of cut texts. */
export type Sorting = { spool: ScratchSpool; onCut: (texts: number) => void; signal: AbortSignal };

/**
 * Groups lines by order, newest first, in batches. A sorted file with each order near its lines is read as it is. Any
 * other is sorted by orders, and then by date if order numbers don't follow the dates.
 * @throws {PlatformError} unexpected-answer: a duplicate order, one of more than {@link maxOrderBytes}, or a child line
 * without its order
 */
export async function* groupLinesByOrder(
  file: WorkFile,
  { lag, sorted, numbered, parentOf }: Survey & { parentOf: ParentOf | undefined },
  { spool, onCut, signal }: Sorting,
): AsyncGenerator<OrderLines[]> {
  if (sorted && Number.isFinite(lag)) return yield* ordersWithin(lag, readLines(file, signal, { good: lag }), parentOf);
  const read = () => readLines(file, signal);
  const byOrder = async function* (): AsyncGenerator<Keyed[]> {
    yield* keyedByOrder(read(), onCut);
    if (parentOf) yield* joined(sortedByKey(keyedByParent(read(), parentOf, onCut), spool, signal), parentOf);
  };
  const byNumber = ordersIn(bare(sortedByKey(byOrder(), spool, signal)), parentOf);
  if (sorted && numbered) return yield* byNumber;
  for await (const records of bare(sortedByKey(byDate(byNumber), spool, signal))) {
    const orders: OrderLines[] = [];
    for (const record of records) for await (const some of ordersIn([linesIn(record)], parentOf)) orders.push(...some);
    yield orders;
  }
}

/** `parents`: names of its children that have lines below. */
type Open = OrderLines & { start: number; parents: string[] };

const createOrphanError = (missing: string) => createUnreadableFileError(`${missing} is missing`);

const startOrder = (number: number, createdAt: string, line: Line): OrderLines => ({
  number,
  createdAt,
  lines: [line],
  bytes: line.end - line.start,
});

/** @throws {PlatformError} unexpected-answer: too large for memory */
const addTo = (order: OrderLines, line: Line): void => {
  order.bytes += line.end - line.start;
  if (order.bytes > maxOrderBytes)
    throw createUnreadableFileError(`order ${order.number} has more than ${maxOrderBytes} bytes`);
  order.lines.push(line);
};

/** Groups lines that follow their order within `lag` bytes. */
async function* ordersWithin(
  lag: number,
  batches: AsyncIterable<{ at: number; lines: Line[] }>,
  parentOf: ParentOf | undefined,
): AsyncGenerator<OrderLines[]> {
  const open = new Map<number, Open>();
  const orderOfParent = new Map<string, Open>();
  let last: Open | undefined;
  for await (const { at, lines } of batches) {
    for (const line of lines) {
      const head = parseLineHead(line);
      if (head.kind === "deep") {
        const order = orderOfParent.get(head.parent);
        if (!order) throw createOrphanError(head.parent);
        addTo(order, line);
        continue;
      }
      if (head.kind === "below") {
        if (last?.number !== head.number) last = open.get(head.number);
        if (!last) throw createOrphanError(`order ${head.number}`);
        addTo(last, line);
        const parent = parentOf?.(line);
        if (!parent) continue;
        last.parents.push(parent.name);
        orderOfParent.set(parent.name, last);
        continue;
      }
      last = { ...startOrder(head.number, head.createdAt, line), start: at + line.start, parents: [] };
      open.set(head.number, last);
    }
    const reached = at + (lines.at(-1)?.start ?? 0);
    const whole: OrderLines[] = [];
    for (const [number, order] of open) {
      if (order.start + lag > reached) break;
      whole.push(order);
      open.delete(number);
      for (const parent of order.parents) orderOfParent.delete(parent);
    }
    last = undefined;
    yield whole;
  }
  yield [...open.values()];
}

/** Groups lines that follow their order directly. */
async function* ordersIn(
  batches: AsyncIterable<Line[]> | Iterable<Line[]>,
  parentOf: ParentOf | undefined,
): AsyncGenerator<OrderLines[]> {
  let order: OrderLines | undefined;
  let parents = new Set<string>();
  for await (const lines of batches) {
    const completeOrders: OrderLines[] = [];
    for (const line of lines) {
      const head = parseLineHead(line);
      if (head.kind === "deep") {
        if (!order || !parents.has(head.parent)) throw createOrphanError(head.parent);
        addTo(order, line);
        continue;
      }
      if (head.kind === "below") {
        if (head.number !== order?.number) throw createOrphanError(`order ${head.number}`);
        addTo(order, line);
        const parent = parentOf?.(line);
        if (parent) parents.add(parent.name);
        continue;
      }
      if (head.number === order?.number) throw createUnreadableFileError(`order ${head.number} is there twice`);
      if (order) completeOrders.push(order);
      order = startOrder(head.number, head.createdAt, line);
      parents = new Set();
    }
    yield completeOrders;
  }
  if (order) yield [order];
}

const bytesOf = ({ bytes, start, end }: Line): Buffer => bytes.subarray(start, end);
const lineOf = (bytes: Buffer): Line => ({ bytes, start: 0, end: bytes.length });

/** Texts of longer lines are cut before sorting: merging holds hundreds of lines in memory. */
const longLine = 512 * 1024;

const shortenLine = (line: Line, onCut: Sorting["onCut"]): Buffer => {
  if (line.end - line.start <= longLine) return bytesOf(line);
  const value = parseLine(line);
  onCut(truncateTexts(value));
  return Buffer.from(JSON.stringify(value));
};

type Batches = AsyncIterable<{ lines: Line[] }>;

/** Orders and their children. */
async function* keyedByOrder(batches: Batches, onCut: Sorting["onCut"]): AsyncGenerator<Keyed[]> {
  for await (const { lines } of batches) {
    const some: Keyed[] = [];
    for (const line of lines) {
      const { kind, number } = parseLineHead(line);
      // Child lines sort behind their order.
      if (kind !== "deep")
        some.push({ key: kind === "order" ? number : number - 0.5, bytes: shortenLine(line, onCut) });
    }
    yield some;
  }
}

/** Children that have lines below, and these lines behind them. */
async function* keyedByParent(batches: Batches, parentOf: ParentOf, onCut: Sorting["onCut"]): AsyncGenerator<Keyed[]> {
  for await (const { lines } of batches) {
    const some: Keyed[] = [];
    for (const line of lines) {
      const { kind, number } = parseLineHead(line);
      const parent = kind === "below" ? parentOf(line) : undefined;
      if (kind === "deep") some.push({ key: number - 0.5, bytes: shortenLine(line, onCut) });
      else if (parent) some.push({ key: parent.number, bytes: shortenLine(line, onCut) });
    }
    yield some;
  }
}

/** Gives the lines below an order's children, sorted behind these, the key of their order. */
async function* joined(batches: AsyncIterable<readonly Keyed[]>, parentOf: ParentOf): AsyncGenerator<Keyed[]> {
  /** Orders by the name of their child: those whose ids have the same number. */
  let orders = new Map<string, number>();
  let numberOfIds = Number.NaN;
  for await (const batch of batches) {
    const some: Keyed[] = [];
    for (const { key, bytes } of batch) {
      const line = lineOf(bytes);
      const head = parseLineHead(line);
      if (head.kind === "deep") {
        const order = orders.get(head.parent);
        if (order === undefined) throw createOrphanError(head.parent);
        some.push({ key: order - 0.5, bytes });
        continue;
      }
      if (key !== numberOfIds) orders = new Map();
      numberOfIds = key;
      orders.set(parentOf(line)?.name ?? "", head.number);
    }
    yield some;
  }
}

async function* byDate(batches: AsyncIterable<OrderLines[]>): AsyncGenerator<Keyed[]> {
  for await (const orders of batches)
    yield orders.map(({ createdAt, lines }) => ({
      key: Date.parse(createdAt),
      bytes: Buffer.concat(lines.flatMap((line) => [bytesOf(line), lineEnd]).slice(0, -1)),
    }));
}

/** Separates lines that are sorted as one; JSON never contains it. */
const lineEnd = Buffer.from("\u001e");

const linesIn = ({ bytes, start: from, end: to }: Line): Line[] => {
  const lines: Line[] = [];
  let start = from;
  for (let end = bytes.indexOf(lineEnd, start); end >= 0 && end < to; end = bytes.indexOf(lineEnd, start)) {
    lines.push({ bytes, start, end });
    start = end + 1;
  }
  return [...lines, { bytes, start, end: to }];
};

async function* bare(batches: AsyncIterable<readonly Keyed[]>): AsyncGenerator<Line[]> {
  for await (const batch of batches) yield batch.map(({ bytes }) => lineOf(bytes));
}
