import { createRuns } from "#domain/external-sort/runs.ts";
import type { ScratchSpool } from "../../ports/stores/scratch.ts";

/** Bytes to sort, without a line break. */
export type Keyed = { key: number; bytes: Buffer };

const runBytes = 12 * 1024 * 1024;

/** Packs bytes as latin1, which is cheaper than decoding the text. */
const pack = ({ key, bytes }: Keyed): string => `${key}\t${bytes.toString("latin1")}`;

const unpack = (record: string): Keyed => {
  const end = record.indexOf("\t");
  return { key: Number(record.slice(0, end)), bytes: Buffer.from(record.slice(end + 1), "latin1") };
};

/**
 * Sorts by descending key, stably, in constant memory. Removes its runs when it ends or is abandoned; the spool removes
 * an unfinished one.
 * @throws the signal's reason
 */
export async function* sortedByKey(
  source: AsyncIterable<readonly Keyed[]>,
  spool: ScratchSpool,
  signal: AbortSignal,
): AsyncGenerator<readonly Keyed[]> {
  const yieldToEventLoop = () => signal.throwIfAborted();
  const spilling = { spool, spillAfterBytes: runBytes, bytesAtMost: Number.POSITIVE_INFINITY, yieldToEventLoop };
  const compare = (one: Keyed, other: Keyed) => other.key - one.key;
  const runs = createRuns<Keyed>({ spilling, pack, unpack, compare });
  let buffer: Keyed[] = [];
  let bytes = 0;
  try {
    for await (const batch of source)
      for (const one of batch) {
        buffer.push(one);
        bytes += one.bytes.length + 64;
        if (bytes <= runBytes) continue;
        await runs.write(buffer.sort(compare));
        buffer = [];
        bytes = 0;
      }
    await runs.mergeDown();
    yield* runs.readMerged(buffer.sort(compare));
  } finally {
    await runs.remove();
  }
}
