import { upcasters } from "#domain/event-schemas.ts";
import type { EventToAppend } from "#infra/ports/stores/event-store.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";
import { seconds } from "./measure.ts";

/** Events a second through the projection runner and the read model of designs; `events` is a multiple of `batch`, which are in one append. */
export const catchUp = async (
  { eventStore, readStore }: Pick<Stores, "eventStore" | "readStore">,
  { event, events, batch }: { event: (n: number) => EventToAppend; events: number; batch: number },
): Promise<number> => {
  for (let n = 0; n < events; n += batch)
    await eventStore.appendToStream(
      `workspace-${n}`,
      Array.from({ length: batch }, (_, offset) => event(n + offset)),
      { expectedVersion: "no-stream" },
    );
  const projection = projections.find(({ name }) => name === "report-designs");
  if (!projection) throw new Error("There is no projection of report designs.");
  const stop = new AbortController();
  const time = await seconds(() =>
    runProjection({
      projection,
      eventStore,
      readStore,
      upcasters,
      signal: stop.signal,
      onParked: ({ reason }) => {
        throw new Error(`A document was parked: ${reason}`);
      },
      onProgress: (progress) => {
        if (progress.events === events) stop.abort();
      },
    }),
  );
  return events / time;
};
