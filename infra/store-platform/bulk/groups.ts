import type { ScratchSpool } from "../../ports/scratch.ts";
import type { WorkFile } from "../../ports/work-files.ts";
import { headOf } from "./line-head.ts";
import { type Line, readLines } from "./lines.ts";
import { type Keyed, sortedByKey } from "./sort-lines.ts";
import type { Survey } from "./survey.ts";
import { unreadableFile } from "./unreadable.ts";

/** The lines of one order, its own in front. */
export type OrderLines = { createdAt: string; lines: Line[] };

/**
 * The orders of a file with all their lines, newest first, as pages give them, as many at a time as there are. A file whose orders stand so, each
 * not too far from its lines, is read as it is; any other is sorted by orders first, and then by dates where their numbers do not
 * follow these.
 * @throws {PlatformError} unexpected-answer: an order twice, or something whose order is missing
 */
export async function* ordersOfFile(
  file: WorkFile,
  { lag, sorted, numbered }: Survey,
  spool: ScratchSpool,
  signal: AbortSignal,
): AsyncGenerator<OrderLines[]> {
  if (sorted && Number.isFinite(lag)) return yield* ordersWithin(lag, readLines(file, signal, { good: lag }));
  const byNumber = ordersIn(bare(sortedByKey(keyed(readLines(file, signal)), spool, signal)));
  if (sorted && numbered) return yield* byNumber;
  for await (const records of bare(sortedByKey(byDate(byNumber), spool, signal))) {
    const orders: OrderLines[] = [];
    for (const record of records) for await (const some of ordersIn([linesIn(record)])) orders.push(...some);
    yield orders;
  }
}

type Open = OrderLines & { number: number; start: number };

/** Orders whose lines follow within `lag` bytes, each as soon as it has all of them. */
async function* ordersWithin(
  lag: number,
  batches: AsyncIterable<{ at: number; lines: Line[] }>,
): AsyncGenerator<OrderLines[]> {
  const open = new Map<number, Open>();
  let last: Open | undefined;
  for await (const { at, lines } of batches) {
    for (const line of lines) {
      const head = headOf(line);
      if (head.kind === "below") {
        if (last?.number !== head.number) last = open.get(head.number);
        if (!last) throw unreadableFile(`order ${head.number} is missing`);
        last.lines.push(line);
        continue;
      }
      last = { number: head.number, createdAt: head.createdAt, start: at + line.start, lines: [line] };
      open.set(head.number, last);
    }
    const reached = at + (lines.at(-1)?.start ?? 0);
    const whole: OrderLines[] = [];
    for (const [number, order] of open) {
      if (order.start + lag > reached) break;
      whole.push(order);
      open.delete(number);
    }
    last = undefined;
    yield whole;
  }
  yield [...open.values()];
}

/** Orders whose lines stand right behind them. */
async function* ordersIn(batches: AsyncIterable<Line[]> | Iterable<Line[]>): AsyncGenerator<OrderLines[]> {
  let number = Number.NaN;
  let order: OrderLines | undefined;
  for await (const lines of batches) {
    const whole: OrderLines[] = [];
    for (const line of lines) {
      const head = headOf(line);
      if (head.kind === "below") {
        if (head.number !== number || !order) throw unreadableFile(`order ${head.number} is missing`);
        order.lines.push(line);
        continue;
      }
      if (head.number === number) throw unreadableFile(`order ${number} is there twice`);
      if (order) whole.push(order);
      number = head.number;
      order = { createdAt: head.createdAt, lines: [line] };
    }
    yield whole;
  }
  if (order) yield [order];
}

const bytesOf = ({ bytes, start, end }: Line): Buffer => bytes.subarray(start, end);
const lineOf = (bytes: Buffer): Line => ({ bytes, start: 0, end: bytes.length });

async function* keyed(batches: AsyncIterable<{ lines: Line[] }>): AsyncGenerator<Keyed[]> {
  for await (const { lines } of batches)
    yield lines.map((line) => {
      const { kind, number } = headOf(line);
      // What is below an order comes behind it, wherever it stood.
      return { key: kind === "order" ? number : number - 0.5, bytes: bytesOf(line) };
    });
}

async function* byDate(batches: AsyncIterable<OrderLines[]>): AsyncGenerator<Keyed[]> {
  for await (const orders of batches)
    yield orders.map(({ createdAt, lines }) => ({
      key: Date.parse(createdAt),
      bytes: Buffer.concat(lines.flatMap((line) => [bytesOf(line), lineEnd]).slice(0, -1)),
    }));
}

/** Between the lines of an order that are sorted as one: no JSON has it. */
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
