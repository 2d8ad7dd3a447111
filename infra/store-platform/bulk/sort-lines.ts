import type { WorkFile, WorkFiles } from "../../ports/work-files.ts";

/** What is sorted: some bytes under a number. */
export type Keyed = { key: number; bytes: Buffer };

/** Bytes that are sorted at a time; of each such run no more than a piece is held later. */
const runBytes = 12 * 1024 * 1024;
const pieceBytes = 65_536;
const headBytes = 12;

/**
 * Sorts by descending key, what has the same key staying as it came; constant in memory, whatever comes. Its work files are closed when the
 * last was given or nobody wants more.
 */
export async function* sortedByKey(
  source: AsyncIterable<readonly Keyed[]>,
  workFiles: WorkFiles,
): AsyncGenerator<Keyed> {
  const runs: WorkFile[] = [];
  let waiting: Keyed[] = [];
  let bytes = 0;
  const layDown = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const file = await workFiles.create();
    runs.push(file);
    for (const piece of packed(waiting.sort((one, other) => other.key - one.key))) await file.write(piece);
    waiting = [];
    bytes = 0;
  };
  try {
    for await (const batch of source)
      for (const one of batch) {
        waiting.push(one);
        bytes += one.bytes.length + 64;
        if (bytes > runBytes) await layDown();
      }
    await layDown();
    yield* merged(runs.map(readRun));
  } finally {
    for (const file of runs) await file.close();
  }
}

/** Records of a run, one behind the other, in pieces of some size. */
function* packed(records: readonly Keyed[]): Generator<Buffer> {
  let piece: Buffer[] = [];
  let size = 0;
  for (const { key, bytes } of records) {
    const head = Buffer.allocUnsafe(headBytes);
    head.writeDoubleLE(key, 0);
    head.writeUInt32LE(bytes.length, 8);
    piece.push(head, bytes);
    size += headBytes + bytes.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(piece);
    piece = [];
    size = 0;
  }
  yield Buffer.concat(piece);
}

async function* readRun(file: WorkFile): AsyncGenerator<Keyed> {
  let held = Buffer.alloc(0);
  let from = 0;
  /** True when so many bytes are held. */
  const hold = async (wanted: number): Promise<boolean> => {
    if (held.length >= wanted) return true;
    const more = Buffer.allocUnsafe(Math.max(pieceBytes, wanted - held.length));
    const bytes = await file.read(more, from);
    from += bytes;
    held = Buffer.concat([held, more.subarray(0, bytes)]);
    return bytes > 0 && hold(wanted);
  };
  while (await hold(headBytes)) {
    const length = held.readUInt32LE(8);
    if (!(await hold(headBytes + length))) throw new Error("A work file ends within a record.");
    yield { key: held.readDoubleLE(0), bytes: held.subarray(headBytes, headBytes + length) };
    held = held.subarray(headBytes + length);
  }
}

/** Of equal keys the earlier run comes first. */
async function* merged(runs: readonly AsyncGenerator<Keyed>[]): AsyncGenerator<Keyed> {
  const heads: { run: AsyncGenerator<Keyed>; head: Keyed }[] = [];
  for (const run of runs) {
    const { value, done } = await run.next();
    if (!done) heads.push({ run, head: value });
  }
  while (heads.length > 0) {
    let best = 0;
    for (let at = 1; at < heads.length; at += 1)
      if ((heads[at]?.head.key ?? 0) > (heads[best]?.head.key ?? 0)) best = at;
    const first = heads[best];
    if (!first) return;
    yield first.head;
    const { value, done } = await first.run.next();
    if (done) heads.splice(best, 1);
    else first.head = value;
  }
}
