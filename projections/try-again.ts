import type { ConsoleEvent } from "#domain/console/events.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { parkedIn } from "#infra/app/read-models/parked.ts";
import type { EventStore, Position, RecordedEvent } from "#infra/ports/event-store.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { PositionedChange, ReadModelChange, ReadStore } from "#infra/ports/read-store.ts";
import { reasonOf } from "./changes-of.ts";
import type { EventReader } from "./event-reader.ts";
import type { openParking } from "./parking.ts";
import type { DocumentKey, Projection } from "./projection.ts";

type TriedAgain = Extract<ConsoleEvent, { type: "ParkedTriedAgain" }>["data"];

/** The parked document of a projection that somebody of support asks, by this event, to be tried again. */
export const askedAgain = (
  { type, data }: RecordedEvent,
  { name }: Pick<Projection, "name">,
): DocumentKey | undefined => {
  if (type !== ("ParkedTriedAgain" satisfies ConsoleEvent["type"])) return undefined;
  const { projection, collection, documentId } = data as Partial<TriedAgain>;
  return projection === name && collection !== undefined && documentId !== undefined
    ? { collection, id: documentId }
    : undefined;
};

export type TryAgain = {
  projection: Projection;
  version: number;
  reader: EventReader;
  parking: Awaited<ReturnType<typeof openParking>>;
  eventStore: Pick<EventStore, "readStream" | "readAll">;
  readStore: Pick<ReadStore, "find" | "get">;
};

const pageOf = 500;

/** From the event that could not be projected up to where it is asked again, that one left out. */
async function* eventsSince(
  { eventStore }: TryAgain,
  { stream, version }: ParkedDocument,
  until: Position,
): AsyncGenerator<RecordedEvent> {
  const [first] = await eventStore.readStream(stream, { fromVersion: version, limit: 1 });
  if (first === undefined) return;
  yield first;
  for (let after = first.position; ; ) {
    const page = await eventStore.readAll({ after, limit: pageOf });
    for (const recorded of page) {
      if (recorded.position >= until) return;
      yield recorded;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageOf) return;
    after = last.position;
  }
}

const isSame = (one: DocumentKey | undefined, other: DocumentKey): boolean =>
  one?.collection === other.collection && one.id === other.id;

/** A document after a change of it. */
const changed = (document: JsonObject | undefined, change: ReadModelChange): JsonObject | undefined => {
  if (change.kind === "put") return change.document;
  if (change.kind === "delete") return undefined;
  return document && { ...document, ...change.fields };
};

/**
 * Makes a parked document from all events that it waited for, as they are understood now. What it stands at is put together here and written
 * once, under the position of the event that asks: each of its own events would be older than the document. It stays parked, with the new reason, where
 * one of them still cannot be projected, and the next try begins where this one did. Repeated, it changes nothing.
 */
export const tryAgain = async (
  how: TryAgain,
  key: DocumentKey,
  { position }: Pick<RecordedEvent, "position">,
): Promise<PositionedChange[]> => {
  const { projection, version, reader, parking, readStore } = how;
  const { isOurs, decode, streamKey, nameOf, placed } = reader;
  const found = (await parkedIn(readStore, projection.name, version)).get(`${key.collection}/${key.id}`);
  if (found === undefined) return [];
  const stood = await readStore.get(nameOf(key.collection), key.id);
  let document = stood?.document;
  const others: PositionedChange[] = [];
  for await (const recorded of eventsSince(how, found.document, position)) {
    if (!isOurs(recorded)) continue;
    let own = isSame(streamKey(recorded), key);
    try {
      const event = decode(recorded);
      const about = projection.documentOf(event);
      own ||= isSame(about, key);
      if (!own && (parking.holds(about) || parking.holds(streamKey(recorded)))) continue;
      for (const change of projection.project(event)) {
        if (isSame(change, key)) document = changed(document, change);
        else if (own) others.push(...placed([change], recorded.position));
      }
    } catch (error) {
      // Another document's trouble is that document's own.
      if (own) return placed(parking.park({ ...found.document, reason: reasonOf(error) }), position);
    }
  }
  const released = placed(parking.release(key), position);
  if (document === undefined)
    return [...others, ...(stood === undefined ? [] : placed([{ ...key, kind: "delete" }], position)), ...released];
  const { stale: _stale, ...fresh } = document;
  return [...others, ...placed([{ ...key, kind: "put", document: fresh }], position), ...released];
};
