import { administrationOf, type BuiltWith } from "#domain/read-models/administration.ts";
import type { EventStore, Position } from "#infra/ports/event-store.ts";
import type { ReadStore } from "#infra/ports/read-store.ts";
import type { Projection } from "./projection.ts";

/** Thrown when the read models do not belong to this event store. Going on would mix two histories. */
export class ForeignReadModels extends Error {
  override name = "ForeignReadModels";
}

const assertSameHistory = async (
  name: string,
  checkpoint: { storeId: string; position: Position },
  eventStore: EventStore,
) => {
  const advice = "Stop Sheaf, delete read-models.db and start again: they are built anew from the events.";
  if (checkpoint.storeId !== eventStore.storeId)
    throw new ForeignReadModels(`The read models of ${name} were built from another event store. ${advice}`);
  const head = await eventStore.headPosition();
  if (head === undefined || checkpoint.position > head)
    throw new ForeignReadModels(
      `The read models of ${name} are ahead of the event store, which has lost events or was restored from an older copy. ${advice}`,
    );
};

/**
 * Makes the collections ready and answers the position to go on from, undefined for the start. Documents of another version of the
 * projection, or without a checkpoint, are cleared first.
 * @throws {ForeignReadModels} the checkpoint is of another event store, or beyond its head (design section 2)
 */
export const prepare = async (
  projection: Projection,
  { eventStore, readStore }: { eventStore: EventStore; readStore: ReadStore },
): Promise<Position | undefined> => {
  const administration = administrationOf(projection.name);
  await readStore.ensureCollections([administration, ...projection.collections]);
  const checkpoint = await readStore.readCheckpoint(projection.name);
  if (checkpoint) await assertSameHistory(projection.name, checkpoint, eventStore);
  const built = (await readStore.get(administration.name, "version"))?.document as BuiltWith | undefined;
  if (checkpoint && built?.version === projection.version) return checkpoint.position;

  // The version is written last: killed in between, this begins again.
  await readStore.writeCheckpoint(projection.name, undefined);
  await readStore.clear(administration.name);
  for (const collection of projection.collections) await readStore.clear(collection.name);
  const document: BuiltWith = { kind: "version", version: projection.version };
  await readStore.apply([{ collection: administration.name, kind: "put", id: "version", document, position: "0" }]);
  return undefined;
};
