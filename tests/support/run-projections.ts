import { awaitPosition } from "#application/events/await-position.ts";
import { shareSubscription } from "#application/events/share-subscription.ts";
import { createPartitions } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelNames, readModelVersions } from "#domain/read-models/versions.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { sharedLease } from "../../projections/hold-build.ts";
import { partitionOfProjection } from "../../projections/partition-of-projection.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";
import { shortLease } from "./projection-runners.ts";
import type { StoresForTests } from "./stores-for-tests.ts";

type Stores = Pick<StoresForTests, "eventStore" | "readStore" | "parts">;

/**
 * Runs every read model over a test's stores like projection processes: whole or in parts. `later`: versions ahead of
 * this Sheaf. `parked` gets each reason for parking a document.
 */
export const runProjections = (
  { eventStore, readStore, parts }: Stores,
  { later = 0, parked }: { later?: number; parked: string[] },
) => {
  const stop = new AbortController();
  const shared = parts === 1 ? eventStore : { ...eventStore, follow: shareSubscription(eventStore, stop.signal) };
  const running = createPartitions(parts).flatMap((part) =>
    projections.map((projection) =>
      runProjection({
        projection: partitionOfProjection({ ...projection, version: projection.version + later }, part),
        eventStore: shared,
        readStore,
        upcasters,
        signal: stop.signal,
        onParked: ({ reason }) => parked.push(reason),
        lease: parts === 1 ? shortLease : sharedLease,
        grace: 50,
      }),
    ),
  );
  return {
    stop: async () => {
      stop.abort();
      await Promise.all(running);
    },
  };
};

/** Reads the read models like a Sheaf that is `later` by some versions. */
export const serveProjections = ({ readStore, parts }: { readStore: ReadStore; parts: number }, later = 0) =>
  servePartitions({
    readStore,
    parts,
    ownVersions: new Map([...readModelVersions].map(([name, version]) => [name, version + later])),
  });

/** Resolves when all read models have seen everything so far. */
export const allShown = async (stores: Stores): Promise<void> => {
  const position = await stores.eventStore.headPosition();
  const readModels = serveProjections(stores);
  if (position === undefined) return;
  if (!(await awaitPosition({ readModels, names: readModelNames, position, timeout: 20_000 })))
    throw new Error("The read models did not come to the newest event within 20 s.");
};
