import type { ScratchSpool } from "../../ports/scratch.ts";
import type { WorkFile } from "../../ports/work-files.ts";
import { headOf } from "./line-head.ts";
import { readLines } from "./lines.ts";
import { type Keyed, sortedByKey } from "./sort-lines.ts";
import type { Survey } from "./survey.ts";
import { unreadableFile } from "./unreadable.ts";

/** The lines of one order, its own in front. */
export type OrderLines = { createdAt: number; lines: Buffer[] };

/**
 * The orders of a file with all their lines, newest first, as pages give them. A file that stands so already is read as it is; any other is
 * sorted by orders first, and then by dates where their numbers do not follow these.
 * @throws {PlatformError} unexpected-answer: an order twice, or something whose order is missing
 */
export async function* ordersOfFile(
  file: WorkFile,
  { grouped, sorted, numbered }: Survey,
  spool: ScratchSpool,
  signal: AbortSignal,
): AsyncGenerator<OrderLines> {
  if (grouped && sorted) return yield* ordersIn(readLines(file, signal));
  const byNumber = ordersIn(bare(sortedByKey(keyed(readLines(file, signal)), spool, signal)));
  if (sorted && numbered) return yield* byNumber;
  const dated = bare(sortedByKey(byDate(byNumber), spool, signal));
  for await (const batch of dated) for (const bytes of batch) yield* ordersIn([linesIn(bytes)]);
}

async function* ordersIn(batches: AsyncIterable<Buffer[]> | Iterable<Buffer[]>): AsyncGenerator<OrderLines> {
  let number = Number.NaN;
  let order: OrderLines | undefined;
  for await (const lines of batches)
    for (const line of lines) {
      const head = headOf(line);
      if (head.kind === "below") {
        if (head.number !== number || !order) throw unreadableFile(`order ${head.number} is missing`);
        order.lines.push(line);
        continue;
      }
      if (head.number === number) throw unreadableFile(`order ${number} is there twice`);
      if (order) yield order;
      number = head.number;
      order = { createdAt: head.createdAt, lines: [line] };
    }
  if (order) yield order;
}

async function* keyed(batches: AsyncIterable<Buffer[]>): AsyncGenerator<Keyed[]> {
  for await (const lines of batches) yield lines.map((bytes) => ({ key: headOf(bytes).number, bytes }));
}

async function* byDate(orders: AsyncIterable<OrderLines>): AsyncGenerator<Keyed[]> {
  for await (const { createdAt, lines } of orders)
    yield [{ key: createdAt, bytes: Buffer.concat(lines.flatMap((line) => [line, lineEnd]).slice(0, -1)) }];
}

/** Between the lines of an order that are sorted as one: no JSON has it. */
const lineEnd = Buffer.from("\u001e");

const linesIn = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
};

async function* bare(batches: AsyncIterable<readonly Keyed[]>): AsyncGenerator<Buffer[]> {
  for await (const batch of batches) yield batch.map(({ bytes }) => bytes);
}
