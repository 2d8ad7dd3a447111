import type { SerializedEvent } from "./append-rules.ts";
import type { EventToAppend, RecordedEvent } from "./event-store.ts";
import type { JsonObject } from "./json.ts";

/**
 * Which event of which append it is. `batch`: id of the append's first event; `index` counts from 0; `count`: events in the append.
 * So every event tells whether a whole append stands, or a piece of another one.
 */
export type Seal = { id: string; batch: string; index: number; count: number };

/** An event as an adapter gives it to an engine that promises less of appends than the port does. */
export type SealedEvent = {
  type: string;
  /** JSON. */
  data: string;
  /** JSON of the writer's metadata and the seal; {@link unseal} parts them again. */
  metadata: string;
  /**
   * By it the engine is to know the event. An engine that believes an append repeated because the same ids stand at its place is then right:
   * a piece of an append, or more than it, has other keys. Text; where an engine wants UUIDs, they are derived from it.
   */
  key: string;
};

/** An event with its seal, read back from the engine. */
export type UnsealedEvent = RecordedEvent & { seal: Seal };

const sealOf = (events: readonly EventToAppend[], index: number): Seal => ({
  id: events[index]?.id ?? "",
  batch: events[0]?.id ?? "",
  index,
  count: events.length,
});

/** `texts`: the JSON of each event. */
export const sealAll = (events: readonly EventToAppend[], texts: readonly SerializedEvent[]): SealedEvent[] =>
  texts.map(({ data, metadata }, index) => {
    const seal = sealOf(events, index);
    return {
      type: events[index]?.type ?? "",
      data,
      metadata: `{"seal":${JSON.stringify(seal)},"metadata":${metadata}}`,
      key: JSON.stringify([seal.batch, seal.index, seal.count, seal.id]),
    };
  });

/** What the writer gave, and the seal. @throws {SyntaxError} a text is no JSON */
export const unseal = (
  { type, data, metadata }: Pick<SealedEvent, "type" | "data" | "metadata">,
  place: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent => {
  const kept = JSON.parse(metadata) as { seal: Seal; metadata: JsonObject };
  return { id: kept.seal.id, type, data: JSON.parse(data), metadata: kept.metadata, ...place, seal: kept.seal };
};

/** As the port gives it out. */
export const withoutSeal = ({ seal: _seal, ...event }: UnsealedEvent): RecordedEvent => event;

/** Whether exactly these events, appended in one go, are what was read at their place. */
export const isWholeAppend = (events: readonly EventToAppend[], read: readonly UnsealedEvent[]): boolean =>
  read.length === events.length &&
  read.every(({ seal }, index) => {
    const wanted = sealOf(events, index);
    return seal.id === wanted.id && seal.batch === wanted.batch && seal.index === index && seal.count === wanted.count;
  });
