import { parkedIn } from "#application/read-models/parked.ts";
import type { ConsoleEvent } from "#domain/console/events.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import type { EventStore, Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { PositionedChange, ReadModelChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import { formatReason } from "./create-changes.ts";
import type { EventReader } from "./event-reader.ts";
import { formatKey, type openParking } from "./parking.ts";
import type { DocumentKey, Projection } from "./projection.ts";

type RetryRequest = Extract<ConsoleEvent, { type: "ParkedTriedAgain" }>["data"];

/** Returns this projection's parked document to retry, if the event asks for one. */
export const findRetryRequest = (
  { type, data }: RecordedEvent,
  { name }: Pick<Projection, "name">,
): DocumentKey | undefined => {
  if (type !== ("ParkedTriedAgain" satisfies ConsoleEvent["type"])) return undefined;
  const { projection, collection, documentId } = data as Partial<RetryRequest>;
  return projection === name && collection !== undefined && documentId !== undefined
    ? { collection, id: documentId }
    : undefined;
};

export type RetryDeps = {
  projection: Projection;
  version: number;
  reader: EventReader;
  parking: Awaited<ReturnType<typeof openParking>>;
  eventStore: Pick<EventStore, "readStream" | "readAll">;
  readStore: Pick<ReadStore, "find" | "get">;
};

const pageSize = 500;

/** Yields events from the failed one up to the retry's, exclusive. */
async function* eventsSince(
  { eventStore }: RetryDeps,
  { stream, version }: ParkedDocument,
  until: Position,
): AsyncGenerator<RecordedEvent> {
  const [first] = await eventStore.readStream(stream, { fromVersion: version, limit: 1 });
  if (first === undefined) return;
  yield first;
  for (let after = first.position; ; ) {
    const page = await eventStore.readAll({ after, limit: pageSize });
    for (const recorded of page) {
      if (recorded.position >= until) return;
      yield recorded;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

const isSame = (one: DocumentKey | undefined, other: DocumentKey): boolean =>
  one?.collection === other.collection && one.id === other.id;

/** Merges two changes of one document. */
const mergeChanges = (earlier: ReadModelChange | undefined, later: ReadModelChange): ReadModelChange => {
  if (earlier === undefined || later.kind !== "merge") return later;
  if (earlier.kind === "delete") return earlier;
  return earlier.kind === "put"
    ? { ...earlier, document: { ...earlier.document, ...later.fields } }
    : { ...earlier, fields: { ...earlier.fields, ...later.fields } };
};

/** Tells if an event came after its document or stream was parked. Earlier ones were projected. */
const createWaits = ({ eventStore }: RetryDeps, parked: Awaited<ReturnType<typeof parkedIn>>) => {
  const since = new Map<string, Position | undefined>();
  return async (key: DocumentKey, { position }: RecordedEvent): Promise<boolean> => {
    const text = formatKey(key);
    const found = parked.get(text);
    if (found === undefined) return false;
    if (!since.has(text)) {
      const { stream, version } = found.document;
      const [first] = await eventStore.readStream(stream, { fromVersion: version, limit: 1 });
      since.set(text, first?.position);
    }
    return position >= (since.get(text) ?? "");
  };
};

/**
 * Sorts by collection, the parked document's last, with deletions at the end of each (see `placed` of the read models).
 */
const sortChanges = (changes: readonly ReadModelChange[], { collection }: DocumentKey): ReadModelChange[] => {
  const rank = (change: ReadModelChange) =>
    `${change.collection === collection ? 1 : 0} ${change.collection} ${change.kind === "delete" ? 1 : 0}`;
  return changes.toSorted((one, other) => (rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))));
};

/**
 * Remakes a parked document from all events since. Remakes every other document that those events change, too, keeping
 * later events' effects. Each gets the position of the retry's event, as the events' own are older than the document.
 * If an event still fails, the document stays parked with the new reason, and the next try begins there. Idempotent.
 * Holds one change per document.
 */
export const retryParked = async (
  how: RetryDeps,
  key: DocumentKey,
  { position }: Pick<RecordedEvent, "position">,
): Promise<PositionedChange[]> => {
  const { projection, version, reader, parking, readStore } = how;
  const { isOurs, decode, streamKey, nameOf, placed } = reader;
  const parked = await parkedIn(readStore, projection.name, version);
  const entry = parked.get(formatKey(key));
  if (entry === undefined) return [];
  parked.delete(formatKey(key));
  const waits = createWaits(how, parked);
  const stored = await readStore.get(nameOf(key.collection), key.id);
  let own: ReadModelChange = stored ? { ...key, kind: "put", document: stored.document } : { ...key, kind: "delete" };
  const others = new Map<string, ReadModelChange>();
  for await (const recorded of eventsSince(how, entry.document, position)) {
    if (!isOurs(recorded)) continue;
    let isOwn = isSame(streamKey(recorded), key);
    let changes: readonly ReadModelChange[];
    let about: DocumentKey;
    try {
      const event = decode(recorded);
      about = projection.toDocumentKey(event);
      isOwn ||= isSame(about, key);
      changes = projection.project(event);
    } catch (error) {
      // Failures of other documents are their own matter.
      if (isOwn) return placed(parking.park({ ...entry.document, reason: formatReason(error) }), position);
      continue;
    }
    const wanted = changes.filter((change) => isOwn || isSame(change, key) || others.has(formatKey(change)));
    if (wanted.length === 0) continue;
    if (!isOwn && ((await waits(about, recorded)) || (await waits(streamKey(recorded), recorded)))) continue;
    for (const change of wanted)
      if (isSame(change, key)) own = mergeChanges(own, change);
      else others.set(formatKey(change), mergeChanges(others.get(formatKey(change)), change));
  }
  const still = [...others].map(([text, change]) =>
    change.kind === "put" && parked.has(text)
      ? mergeChanges(change, { ...change, kind: "merge", fields: { stale: true } })
      : change,
  );
  const written = [...placed(sortChanges(still, key), position)];
  if (own.kind === "put") {
    const { stale: _stale, ...fresh } = own.document;
    written.push(...placed([{ ...key, kind: "put", document: fresh }], position));
  } else if (stored !== undefined) written.push(...placed([{ ...key, kind: "delete" }], position));
  return [...written, ...placed(parking.release(key), position)];
};
