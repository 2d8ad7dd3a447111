import { decodeEvent } from "#application/events/decode-event.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { Projected } from "../../projections/projection.ts";
import { projections } from "../../projections/read-models/all.ts";

type Stores = { eventStore: Pick<EventStore, "readAll">; readStore: Pick<ReadStore, "ensureCollections" | "apply"> };

const projected = (recorded: RecordedEvent): Projected => {
  const { type, data, metadata } = decodeEvent(recorded, upcasters) as SheafEvent & Projected;
  const { id, stream, version, position } = recorded;
  return { type, data, metadata, id, stream, version, position } as Projected;
};

/** Brings every read model up to date with the store, under its own name: for tests in which no projections run. May be done again. */
export const projectAll = async ({ eventStore, readStore }: Stores): Promise<void> => {
  await readStore.ensureCollections(
    projections.flatMap(({ collection, contents }) => (contents ? [collection, contents] : [collection])),
  );
  for (let after: string | undefined; ; ) {
    const batch = await eventStore.readAll({ limit: 500, ...(after === undefined ? {} : { after }) });
    const known = batch.filter(({ type }) => upcasters.isKnownType(type));
    for (const { types, accepts, project } of projections) {
      const own = known.filter((one) => (types as readonly string[]).includes(one.type) && accepts?.(one) !== false);
      await readStore.apply(
        own
          .map(projected)
          .flatMap((event) => project(event).map((change) => ({ ...change, position: event.position }))),
      );
    }
    after = batch.at(-1)?.position;
    if (after === undefined) return;
  }
};
