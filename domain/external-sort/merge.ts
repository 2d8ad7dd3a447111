/** One of the sequences to merge. */
export type Cursor<T> = {
  /** The current item; undefined at the end. */
  head(): T | undefined;
  /** Moves on. Waits only if it must read from disk. */
  next(): Promise<void> | void;
};

/** The records of a run, each unpacked when its turn comes. */
export const createRunCursor = async <T>(
  blocks: AsyncIterable<readonly string[]>,
  unpack: (record: string) => T,
): Promise<Cursor<T>> => {
  const reading = blocks[Symbol.asyncIterator]();
  let block: readonly string[] = [];
  let at = -1;
  let head: T | undefined;
  const take = (): boolean => {
    const record = block[at];
    head = record === undefined ? undefined : unpack(record);
    return record !== undefined;
  };
  const nextBlock = async (): Promise<void> => {
    do {
      const result = await reading.next();
      if (result.done) return;
      block = result.value;
      at = 0;
    } while (!take());
  };
  const next = (): Promise<void> | void => {
    at += 1;
    if (!take()) return nextBlock();
  };
  await next();
  return { head: () => head, next };
};

export const createCursor = <T>(items: Iterable<T>): Cursor<T> => {
  const iterator = items[Symbol.iterator]();
  let now = iterator.next();
  return {
    head: () => (now.done ? undefined : now.value),
    next() {
      now = iterator.next();
    },
  };
};

/** Yielding each item by itself costs more than merging it. */
const batchSize = 100;

/**
 * Yields batches of up to {@link batchSize} items. Among equal items the earlier cursor's come first. A heap needs few
 * comparisons even with many cursors.
 */
export async function* merge<T>(
  cursors: readonly Cursor<T>[],
  compare: (left: T, right: T) => number,
): AsyncGenerator<T[]> {
  type Entry = { cursor: Cursor<T>; index: number; head: T };
  const heap: Entry[] = [];
  const isBefore = (a: Entry, b: Entry): boolean => (compare(a.head, b.head) || a.index - b.index) < 0;
  const sink = (from: number): void => {
    const entry = heap[from];
    if (entry === undefined) return;
    for (let index = from; ; ) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const rightIsLess = right !== undefined && isBefore(right, left);
      const less = rightIsLess ? right : left;
      if (isBefore(entry, less)) break;
      heap[index] = less;
      index = rightIsLess ? 2 * index + 2 : 2 * index + 1;
      heap[index] = entry;
    }
  };
  for (const [index, cursor] of cursors.entries()) {
    const head = cursor.head();
    if (head !== undefined) heap.push({ cursor, index, head });
  }
  for (let index = heap.length >> 1; index >= 0; index -= 1) sink(index);
  let batch: T[] = [];
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    batch.push(top.head);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
    const waiting = top.cursor.next();
    if (waiting !== undefined) await waiting;
    const head = top.cursor.head();
    if (head !== undefined) top.head = head;
    else {
      const last = heap.pop();
      if (last !== undefined && last !== top) heap[0] = last;
    }
    sink(0);
  }
  if (batch.length > 0) yield batch;
}
