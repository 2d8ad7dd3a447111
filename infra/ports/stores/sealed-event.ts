import type { JsonObject } from "../json.ts";
import type { SerializedEvent } from "./append-rules.ts";
import type { EventToAppend, RecordedEvent } from "./event-store.ts";
import type { AppendedEvent } from "./moving.ts";

/** Tells a whole append from a piece of it, and from other contents with the same IDs. */
type Seal = {
  id: string;
  /** A digest of the append. */
  batch: string;
  /** Index of the event in the append, from 0. */
  index: number;
  /** Number of events in the append. */
  count: number;
};

/** An event for an engine with weaker append guarantees than the port's. */
export type SealedEvent = {
  type: string;
  /** JSON. */
  data: string;
  /** JSON of the writer's metadata and the seal; {@link unseal} separates them. */
  metadata: string;
  /**
   * The engine's id for the event. A piece or a superset of an append has other keys, so an engine may take the same
   * ids at the same place for a repeat. Text; adapters derive UUIDs if needed.
   */
  key: string;
};

export type UnsealedEvent = RecordedEvent & { seal: Seal };

/** Hashes UTF-8 text. */
export type Sha256 = (text: string) => string;

const keyOf = ({ batch, index, count, id }: Seal): string => JSON.stringify([batch, index, count, id]);

/** `texts`: the JSON of each event. */
export const sealAll = (
  events: readonly EventToAppend[],
  texts: readonly SerializedEvent[],
  sha256: Sha256,
): SealedEvent[] => {
  const contents = texts.map(({ data, metadata }, index) => [events[index]?.id, events[index]?.type, data, metadata]);
  const batch = sha256(JSON.stringify(contents)).slice(0, 32);
  return texts.map(({ data, metadata }, index) => {
    const seal: Seal = { id: events[index]?.id ?? "", batch, index, count: events.length };
    return {
      type: events[index]?.type ?? "",
      data,
      metadata: `{"seal":${JSON.stringify(seal)},"metadata":${metadata}}`,
      key: keyOf(seal),
    };
  });
};

/** Separates the event from its seal. @throws {SyntaxError} a text is not JSON */
export const unseal = (
  { type, data, metadata }: Pick<SealedEvent, "type" | "data" | "metadata">,
  place: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent =>
  unsealParsed({ type, data: JSON.parse(data), metadata: JSON.parse(metadata) as SealedMetadata }, place);

type SealedMetadata = { seal: Seal; metadata: JsonObject };

/** Tells a sealed event's parsed metadata: others may write to the same engine. */
export const isSealed = (metadata: unknown): metadata is SealedMetadata =>
  typeof metadata === "object" && metadata !== null && "seal" in metadata && "metadata" in metadata;

/** Works like {@link unseal}, on JSON parsed by the engine's client. */
export const unsealParsed = (
  { type, data, metadata }: { type: string; data: JsonObject; metadata: SealedMetadata },
  place: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent => ({
  id: metadata.seal.id,
  type,
  data,
  metadata: metadata.metadata,
  ...place,
  seal: metadata.seal,
});

export const removeSeal = ({ seal: _seal, ...event }: UnsealedEvent): RecordedEvent => event;

/** Adds the start of its append, for a move. */
export const withAppendStart = ({ seal, ...event }: UnsealedEvent): AppendedEvent => ({
  ...event,
  appendStart: event.version - seal.index,
});

/** Returns whether the events read here are exactly this append. */
export const isWholeAppend = (events: readonly SealedEvent[], read: readonly UnsealedEvent[]): boolean =>
  read.length === events.length && read.every(({ seal }, index) => keyOf(seal) === events[index]?.key);
