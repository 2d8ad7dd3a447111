import type { KafkaMessage, Message } from "kafkajs";
import type { JsonObject } from "../ports/json.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";

/** The key is the stream, the value the JSON of data and metadata. Headers can be read without the value. */
export const toMessage = (event: RecordedEvent, storeId: string): Message & { value: string } => ({
  key: event.stream,
  value: JSON.stringify({ data: event.data, metadata: event.metadata }),
  headers: { id: event.id, type: event.type, version: String(event.version), position: event.position, store: storeId },
});

export type Envelope = Pick<RecordedEvent, "id" | "type" | "stream" | "version" | "position"> & { storeId: string };

/** Parses a message's headers. Undefined if it isn't Sheaf's. */
export const parseEnvelope = ({ key, headers = {} }: KafkaMessage): Envelope | undefined => {
  const text = (name: string): string | undefined => {
    const value = headers[name];
    return Buffer.isBuffer(value) ? value.toString() : typeof value === "string" ? value : undefined;
  };
  const [id, type, version, position, storeId] = ["id", "type", "version", "position", "store"].map(text);
  if (!key || !id || !type || !version || !position || !storeId || !/^\d+$/.test(version)) return undefined;
  return { id, type, position, storeId, stream: key.toString(), version: Number(version) };
};

/** @throws {SyntaxError} the value isn't JSON */
export const toEvent = ({ storeId, ...envelope }: Envelope, value: Buffer | null): RecordedEvent => {
  const { data, metadata } = JSON.parse(value?.toString() ?? "") as { data: JsonObject; metadata: JsonObject };
  return { ...envelope, data, metadata };
};

/** Upper bound of headers and framing, bytes. */
const overheadBytes = 600;

export const countBytes = ({ key, value }: Message & { value: string }): number =>
  Buffer.byteLength(value) + Buffer.byteLength(key ?? "") + overheadBytes;

/**
 * Splits into lists of at most `maxBytes` each, or a single larger item. One partition's messages form one record
 * batch, whose size is limited.
 */
export const splitBySize = <Item>(
  items: readonly Item[],
  maxBytes: number,
  sizeOf: (item: Item) => number,
): Item[][] => {
  const pieces: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = pieces.at(-1);
    if (last && size <= room) last.push(item);
    else pieces.push([item]);
    room = last && size <= room ? room - size : maxBytes - size;
  }
  return pieces;
};
