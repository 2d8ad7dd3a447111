import type { JsonObject } from "../json.ts";
import type { SerializedEvent } from "./append-rules.ts";
import type { EventToAppend, RecordedEvent } from "./event-store.ts";
import type { AppendedEvent } from "./moving.ts";

/** Tells a whole append from a piece, and from other contents. */
type Seal = {
  id: string;
  /** Digest of the append. */
  batch: string;
  index: number;
  count: number;
};

/** An event for an engine with weaker append guarantees than the port's. */
export type SealedEvent = {
  type: string;
  data: string;
  /** JSON of the writer's metadata and the seal ({@link unseal}). */
  metadata: string;
  /**
   * The engine's id for the event; adapters derive UUIDs if needed. A piece or superset of an append has different
   * keys, so the same keys at the same place are a repeat.
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

/** @throws {SyntaxError} a text is not JSON */
export const unseal = (
  { type, data, metadata }: Pick<SealedEvent, "type" | "data" | "metadata">,
  location: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent =>
  unsealParsed({ type, data: JSON.parse(data), metadata: JSON.parse(metadata) as SealedMetadata }, location);

type SealedMetadata = { seal: Seal; metadata: JsonObject };

/** True for events that Sheaf wrote; others may write to the same engine. */
export const isSealed = (metadata: unknown): metadata is SealedMetadata =>
  typeof metadata === "object" && metadata !== null && "seal" in metadata && "metadata" in metadata;

/** Like {@link unseal}, for JSON parsed by the engine's client. */
export const unsealParsed = (
  { type, data, metadata }: { type: string; data: JsonObject; metadata: SealedMetadata },
  location: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent => ({
  id: metadata.seal.id,
  type,
  data,
  metadata: metadata.metadata,
  ...location,
  seal: metadata.seal,
});

export const removeSeal = ({ seal: _seal, ...event }: UnsealedEvent): RecordedEvent => event;

export const withAppendStart = ({ seal, ...event }: UnsealedEvent): AppendedEvent => ({
  ...event,
  appendStart: event.version - seal.index,
});

/** True if the events read are exactly this append. */
export const isWholeAppend = (events: readonly SealedEvent[], read: readonly UnsealedEvent[]): boolean =>
  read.length === events.length && read.every(({ seal }, index) => keyOf(seal) === events[index]?.key);
