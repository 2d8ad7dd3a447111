import type { JsonObject } from "../json.ts";
import type { SerializedEvent } from "./append-rules.ts";
import type { EventToAppend, RecordedEvent } from "./event-store.ts";
import type { AppendedEvent } from "./moving.ts";

/**
 * Which event of which append it is. `batch`: a digest of all that was appended together; `index` counts from 0; `count`: events in the
 * append. So every event tells whether a whole append stands, a piece of another one, or the same ids with other contents.
 */
type Seal = { id: string; batch: string; index: number; count: number };

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

/** SHA-256 of a text in UTF-8, as text. */
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

/** What the writer gave, and the seal. @throws {SyntaxError} a text is no JSON */
export const unseal = (
  { type, data, metadata }: Pick<SealedEvent, "type" | "data" | "metadata">,
  place: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent => unsealParsed({ type, data: JSON.parse(data), metadata: JSON.parse(metadata) as Kept }, place);

type Kept = { seal: Seal; metadata: JsonObject };

/** Whether this is the parsed metadata of a sealed event: others may write to the same engine. */
export const isSealed = (metadata: unknown): metadata is Kept =>
  typeof metadata === "object" && metadata !== null && "seal" in metadata && "metadata" in metadata;

/** As {@link unseal}, of what the engine's client has parsed. */
export const unsealParsed = (
  { type, data, metadata }: { type: string; data: JsonObject; metadata: Kept },
  place: Pick<RecordedEvent, "stream" | "version" | "position">,
): UnsealedEvent => ({
  id: metadata.seal.id,
  type,
  data,
  metadata: metadata.metadata,
  ...place,
  seal: metadata.seal,
});

/** As the port gives it out. */
export const withoutSeal = ({ seal: _seal, ...event }: UnsealedEvent): RecordedEvent => event;

/** The same with where its append began, for a move. */
export const withAppendStart = ({ seal, ...event }: UnsealedEvent): AppendedEvent => ({
  ...event,
  appendStart: event.version - seal.index,
});

/** Whether exactly these events, appended in one go, are what was read at their place. */
export const isWholeAppend = (events: readonly SealedEvent[], read: readonly UnsealedEvent[]): boolean =>
  read.length === events.length && read.every(({ seal }, index) => keyOf(seal) === events[index]?.key);
