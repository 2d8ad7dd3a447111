import { createSeededRandom } from "#infra/memory/irregularity.ts";

/** An event as the server keeps it. */
export type Stored = {
  stream: string;
  revision: number;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** The position of its first byte in the log. Both numbers of a position are equal. */
  position: bigint;
};
export type Proposed = Pick<Stored, "id" | "type" | "contentType" | "data" | "metadata">;

/** `no-stream` is -1, as on the server. */
export type AppendOutcome =
  | { kind: "written"; revision: number; position?: bigint }
  | { kind: "wrong-version"; current: number }
  | { kind: "too-large"; most: number };

export type EventLog = ReturnType<typeof createEventLog>;

const most = 1024 * 1024;

/**
 * Events that others write between appends to a stream: the server, its standard projections, and other programs. Each
 * stream, type, content kind and text.
 */
const othersOf = (stream: string): readonly (readonly [string, string, string, string])[] => [
  ["$stats-0.0.0.0:2113", "$statsCollected", "application/json", "{}"],
  ["$stats-0.0.0.0:2113", "$metadata", "application/json", "{}"],
  [`$ce-${stream.split("-")[0]}`, "$>", "application/octet-stream", `0@${stream}`],
  ["shopping-cart-7", "OrderPlaced", "application/json", '{"n":7}'],
  ["shop", "Opened", "application/octet-stream", "bytes"],
  ["another program's", "Noted", "application/json", "no JSON"],
];

/**
 * EventStoreDB's handling of appends (ADR 30), with foreign events in between. If the expected version is below the
 * current one, an append is a repeat if every given id is there from that version on, even as a part of an earlier one.
 * At the current version it is appended, even with known ids. A repeat's answer may lack the position. Nodes of a
 * cluster share one log.
 */
export const createEventLog = ({ seed = 1, ownEvents = 0.2 }: { seed?: number; ownEvents?: number } = {}) => {
  const dice = createSeededRandom(seed);
  const records: Stored[] = [];
  const streams = new Map<string, Stored[]>();
  const tombstones = new Set<string>();
  const deletedUnseen = new Set<string>();
  const listeners = new Set<() => void>();
  let end = 0n;
  let [passed, sent] = [0, 0];

  const write = (stream: string, events: readonly Proposed[]): Stored | undefined => {
    const known = streams.get(stream) ?? [];
    streams.set(stream, known);
    for (const event of events) {
      const record = { ...event, stream, revision: known.length, position: end };
      end += BigInt(150 + event.data.length + event.metadata.length);
      known.push(record);
      records.push(record);
    }
    return known.at(-1);
  };
  const somethingElse = (stream: string): void => {
    if (dice() >= ownEvents) return;
    const [of, type, contentType, data] = othersOf(stream)[Math.floor(dice() * 6)] ?? [];
    if (!of || !type || !contentType) return;
    const texts = { data: new Uint8Array(Buffer.from(data ?? "")), metadata: new Uint8Array() };
    write(of, [{ id: crypto.randomUUID(), type, contentType, ...texts }]);
  };

  const writeMetadata = (stream: string, text: string): void => {
    const texts = { data: Buffer.from(text), metadata: new Uint8Array() };
    write(`$$${stream}`, [{ id: crypto.randomUUID(), type: "$metadata", contentType: "application/json", ...texts }]);
  };
  const metadataOf = (stream: string): { $tb?: number; $maxCount?: number } => {
    const newest = streams.get(`$$${stream}`)?.at(-1);
    return newest ? JSON.parse(Buffer.from(newest.data).toString()) : {};
  };
  const isDeleted = (stream: string): boolean =>
    deletedUnseen.has(stream) || (metadataOf(stream).$tb ?? 0) > Number.MAX_SAFE_INTEGER;

  const append = (stream: string, events: readonly Proposed[], expected: number | "any"): AppendOutcome => {
    const bytes = events.reduce(
      (sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length,
      0,
    );
    if (bytes > most) return { kind: "too-large", most };
    const known = streams.get(stream) ?? [];
    const current = known.length - 1;
    const isNewAgain = expected === -1 && isDeleted(stream);
    if (expected !== "any" && expected !== current && !isNewAgain) {
      const there = known.slice(expected + 1, expected + 1 + events.length);
      const isRepeat = there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
      const last = there.at(-1);
      if (!last || !isRepeat) return { kind: "wrong-version", current };
      return { kind: "written", revision: last.revision, ...(dice() < 0.5 && { position: last.position }) };
    }
    somethingElse(stream);
    const last = write(stream, events);
    // A stream that was deleted goes on behind its old events.
    if (isNewAgain) writeMetadata(stream, JSON.stringify({ $tb: current + 1 }));
    deletedUnseen.delete(stream);
    somethingElse(stream);
    for (const listen of listeners) listen();
    return { kind: "written", revision: last?.revision ?? current, ...(last && { position: last.position }) };
  };

  /** Index of the first record at or behind a position. */
  const indexOf = (position: bigint): number => {
    let [low, high] = [0, records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((records[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    append,
    indexOf,
    records: records as readonly Stored[],
    stream: (name: string): readonly Stored[] | undefined => streams.get(name),
    /** Counts what a read or subscription scans, and what it sends. */
    count(isSent: boolean): void {
      passed += 1;
      if (isSent) sent += 1;
    },
    passed: () => passed,
    sent: () => sent,
    /** Goes back to an older copy of the server's files: the first records alone. */
    putBack(count: number): void {
      for (const { stream, revision } of records.splice(count)) {
        const known = streams.get(stream);
        if (known && known.length > revision) known.length = revision;
        if (revision === 0) streams.delete(stream);
      }
      end = (records.at(-1)?.position ?? 0n) + 1_000n;
    },
    /** Sets a stream's metadata. The stand-in keeps to its limits `$tb` and `$maxCount`. */
    limit(stream: string, metadata: { $tb?: number; $maxCount?: number }): void {
      writeMetadata(stream, JSON.stringify(metadata));
    },
    /** Deletes a stream, which may come again. `isUnseen`: its metadata does not say so yet. */
    delete(stream: string, { isUnseen = false } = {}): void {
      if (isUnseen) deletedUnseen.add(stream);
      else writeMetadata(stream, `{"$tb":${2n ** 63n - 1n}}`);
    },
    isDeleted,
    /** Deletes a stream for good. */
    tombstone(stream: string): void {
      tombstones.add(stream);
    },
    isTombstoned: (stream: string): boolean => tombstones.has(stream),
    /** The first version that reads of a stream give. */
    cutOf(stream: string): number {
      const { $tb = 0, $maxCount } = metadataOf(stream);
      const last = streams.get(stream)?.length ?? 0;
      return Math.max($tb, $maxCount === undefined ? 0 : last - $maxCount);
    },
    /** Told after every append until what is answered is called. */
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
