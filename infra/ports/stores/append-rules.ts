import { AppendTooLarge, type EventToAppend, type ExpectedVersion } from "./event-store.ts";

export const maxEventsPerAppend = 500;
const maxBytesPerAppend = 900_000;
/** Maximum characters of a type. Even at two bytes each, an append of 500 sealed events fits an engine's 1 MiB. */
const maxTypeLength = 64;

export const isForeign = ({ stream, type }: { stream: string; type: string }): boolean =>
  stream.startsWith("$") || type.startsWith("$");

export type SerializedEvent = { data: string; metadata: string };

const bytesOf = (texts: readonly SerializedEvent[]): number =>
  texts.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata), 0);

/**
 * Checks an append and returns its events' JSON. Call it before reading the stream.
 * @throws {AppendTooLarge}
 * @throws {RangeError} no stream, no events, a version below 0, a name that begins with `$` or holds a NUL, a long
 * type, or a duplicate id
 */
export const assertAppendable = (
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedVersion,
): SerializedEvent[] => {
  if (stream === "") throw new RangeError("An append needs the name of a stream.");
  if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}: without a change there is no event.`);
  for (const { type } of events) {
    if (isForeign({ stream, type }))
      throw new RangeError(`${type} on ${stream}: names that begin with $ are the event store's own.`);
    if (type.length > maxTypeLength)
      throw new RangeError(`${type} on ${stream}: a type has at most ${maxTypeLength} characters.`);
  }
  for (const name of [stream, ...events.flatMap(({ id, type }) => [id, type])])
    if (name.includes("\0")) throw new RangeError(`${JSON.stringify(name)} holds a NUL, which no name may.`);
  const ids = new Set<string>();
  for (const { id } of events) {
    if (ids.has(id))
      throw new RangeError(`Event ${id} comes twice in one append to ${stream}: it would be done twice.`);
    ids.add(id);
  }
  if (expected !== "no-stream" && !(Number.isInteger(expected) && expected >= 0)) {
    throw new RangeError(`${expected} is not a version of ${stream}: give 'no-stream' for a stream without events.`);
  }
  if (events.length > maxEventsPerAppend) {
    throw new AppendTooLarge(
      `${events.length} events for ${stream}; at most ${maxEventsPerAppend} go into one append.`,
    );
  }
  const texts = events.map(({ data, metadata }) => ({
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  }));
  const characters = texts.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
  // A UTF-16 unit takes at most three bytes: count only long texts.
  const bytes = 3 * characters <= maxBytesPerAppend ? 0 : bytesOf(texts);
  if (bytes > maxBytesPerAppend) {
    throw new AppendTooLarge(`${bytes} bytes for ${stream}; at most ${maxBytesPerAppend} go into one append.`);
  }
  return texts;
};
