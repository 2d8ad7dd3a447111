import type { WorkFile, WorkFiles } from "../../ports/work-files.ts";

/** What is sorted: some bytes under a number. */
export type Keyed = { key: number; bytes: Buffer };

/** Bytes that are sorted at a time; of each such run no more than a piece is held later. */
const runBytes = 12 * 1024 * 1024;
const pieceBytes = 65_536;
const headBytes = 12;
/** Records that are given at a time. */
const together = 500;

/**
 * Sorts by descending key, what has the same key staying as it came; constant in memory, whatever comes. Its work files are closed when the
 * last was given or nobody wants more.
 */
export async function* sortedByKey(
  source: AsyncIterable<readonly Keyed[]>,
  workFiles: WorkFiles,
): AsyncGenerator<Keyed[]> {
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

/** The records of a run, as many at a time as stand in one piece. */
async function* readRun(file: WorkFile): AsyncGenerator<Keyed[]> {
  let held = Buffer.alloc(0);
  for (let from = 0; from < file.size(); ) {
    const wanted = held.length < headBytes ? headBytes : headBytes + held.readUInt32LE(8);
    const more = Buffer.allocUnsafe(Math.max(pieceBytes, wanted - held.length));
    const bytes = await file.read(more, from);
    from += bytes;
    held = Buffer.concat([held, more.subarray(0, bytes)]);
    const records: Keyed[] = [];
    let at = 0;
    while (held.length - at >= headBytes) {
      const end = at + headBytes + held.readUInt32LE(at + 8);
      if (end > held.length) break;
      records.push({ key: held.readDoubleLE(at), bytes: held.subarray(at + headBytes, end) });
      at = end;
    }
    held = held.subarray(at);
    if (records.length > 0) yield records;
  }
  if (held.length > 0) throw new Error("A work file ends within a record.");
}

/** A run, and where in what was read of it the merge stands. */
type Cursor = { run: AsyncGenerator<Keyed[]>; records: Keyed[]; at: number; key: number };

/** False at the end of the run. */
const advance = async (cursor: Cursor): Promise<boolean> => {
  const { value, done } = await cursor.run.next();
  if (done) return false;
  cursor.records = value;
  cursor.at = 0;
  cursor.key = value[0]?.key ?? 0;
  return true;
};

/** Of equal keys the earlier run comes first. */
async function* merged(runs: readonly AsyncGenerator<Keyed[]>[]): AsyncGenerator<Keyed[]> {
  const cursors: Cursor[] = [];
  for (const run of runs) {
    const cursor: Cursor = { run, records: [], at: 0, key: 0 };
    if (await advance(cursor)) cursors.push(cursor);
  }
  let batch: Keyed[] = [];
  while (cursors.length > 0) {
    let best = cursors[0];
    for (const cursor of cursors) if (best === undefined || cursor.key > best.key) best = cursor;
    const record = best?.records[best.at];
    if (best === undefined || record === undefined) break;
    batch.push(record);
    best.at += 1;
    best.key = best.records[best.at]?.key ?? 0;
    const over = best.at === best.records.length && !(await advance(best));
    if (over) cursors.splice(cursors.indexOf(best), 1);
    if (batch.length < together) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
