import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { awaitPosition } from "#application/events/await-position.ts";
import { type ServedReadModels, serveReadModels } from "#application/read-models/serve.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { engines } from "#tests/contract/support/adapters.ts";
import type { Projection } from "../../projections/projection.ts";
import { type RunProjectionOptions, runProjection } from "../../projections/run-projection.ts";
import { storesOfRun } from "./stores-of-run.ts";

/** Counts: each export event adds its version, so a doubled or lost event shows. */
export const counting: Projection<"ExportRequested" | "ExportStarted"> = {
  name: "counts",
  version: 1,
  collection: { name: "counts", indexes: ["tenant"] },
  types: ["ExportRequested", "ExportStarted"],
  toDocumentKey: (event) => ({ collection: "counts", id: event.stream }),
  project: (event) => {
    if (event.type === "ExportStarted" && event.data.worker === "bad") throw new Error("Cannot project this.");
    const document = { tenant: event.metadata.tenant, events: event.version + 1 };
    return [{ collection: "counts", kind: "put", id: event.stream, document }];
  },
};

/** Makes a later version with other documents. */
export const countingAs = (version: number): typeof counting => ({
  ...counting,
  version,
  project: (event) => [
    {
      collection: "counts",
      kind: "put",
      id: event.stream,
      document: { tenant: event.metadata.tenant, events: event.version + 1, madeBy: version },
    },
  ],
});

export type Stores = {
  eventStore: EventStore;
  readStore: ReadStore;
  /** The read store of a process that only reads. */
  elsewhere(): ReadStore;
  reopen(): Promise<void>;
  close(): Promise<void>;
};

const embedded: Record<string, () => Promise<Stores>> = {
  memory: async () => {
    let memory = createMemoryReadStore();
    const stores: Stores = {
      eventStore: createMemoryEventStore(),
      readStore: memory,
      elsewhere: () => memory.openReplica(),
      reopen: async () => {
        memory = createMemoryReadStore();
        stores.readStore = memory;
      },
      close: () => stores.eventStore.close(),
    };
    return stores;
  },
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-projection-"));
    const file = join(folder, "read-models.db");
    const stores: Stores = {
      eventStore: createSqliteEventStore({ file: join(folder, "events.db") }),
      readStore: createSqliteReadStore({ file }),
      elsewhere: () => stores.readStore,
      // Reopens as if the file had been deleted at rest.
      reopen: async () => {
        await stores.readStore.close();
        for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true });
        stores.readStore = createSqliteReadStore({ file });
      },
      close: async () => {
        await stores.readStore.close();
        await stores.eventStore.close();
        await rm(folder, { recursive: true });
      },
    };
    return stores;
  },
};

const distributed: typeof embedded = {
  engines: async () => {
    const first = await storesOfRun(createFakeClock());
    const opened = [first];
    const stores: Stores = {
      eventStore: first.eventStore,
      readStore: first.readStore,
      elsewhere: () => stores.readStore,
      // Reopens as if the database had been dropped at rest.
      reopen: async () => {
        const other = await storesOfRun(createFakeClock());
        opened.push(other);
        stores.readStore = other.readStore;
      },
      close: async () => {
        for (const { close } of opened) await close();
      },
    };
    return stores;
  },
};

/** Projections' stores: the embedded ones, or the run's engines. */
export const adapters = engines === "embedded" ? embedded : distributed;

/** A short lease for tests, ms. */
export const shortLease = { length: 200, every: 20 };

/** Creates runners like processes'; `own` is the version of a reader's code. */
export const createRunners = (stores: Stores) => {
  let events = 0;
  const parked: ParkedDocument[] = [];
  const running: { stop: AbortController; done: Promise<void> }[] = [];
  const readers = new Map<ReadStore, ServedReadModels>();

  const append = async (stream: string, ...workers: string[]) => {
    const known = (await stores.eventStore.readStream(stream, { limit: 100_000 })).length;
    const result = await stores.eventStore.appendToStream(
      stream,
      workers.map((worker, n) => ({
        id: `event-${++events}`,
        type: known + n === 0 ? "ExportRequested" : worker === "other" ? "ExportCanceled" : "ExportStarted",
        data: { attempt: known + n, worker },
        metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant: "t" }),
      })),
      { expectedVersion: known === 0 ? "no-stream" : known - 1 },
    );
    return result.position;
  };

  const start = (changes: Partial<RunProjectionOptions> = {}, projection: unknown = counting) => {
    const stop = new AbortController();
    const done = runProjection({
      projection: projection as Projection,
      eventStore: stores.eventStore,
      readStore: stores.readStore,
      upcasters,
      signal: stop.signal,
      onParked: (document) => parked.push(document),
      batchSize: 4,
      lease: shortLease,
      grace: 50,
      ...changes,
    });
    done.catch(() => {});
    const one = { stop, done };
    running.push(one);
    return one;
  };
  const halt = async (which = running.splice(0)) => {
    for (const { stop, done } of which) {
      stop.abort();
      await done.catch(() => {});
    }
  };

  /** The reader that code without its own version gets. */
  const reader = (): ServedReadModels => {
    const { readStore } = stores;
    const known = readers.get(readStore) ?? serveReadModels({ readStore: stores.elsewhere() });
    readers.set(readStore, known);
    return known;
  };
  const rowsOf = async (readModels: Pick<ServedReadModels, "find">) =>
    Object.fromEntries((await readModels.find("counts", {})).map(({ id, document }) => [id, document]));

  return {
    parked,
    append,
    start,
    halt,
    reader,
    rowsOf,
    rows: () => rowsOf(reader()),
    hasSeen: (position: string, readModels = reader()) =>
      awaitPosition({ readModels, names: ["counts"], position, timeout: 5_000 }),
  };
};

export type Runners = ReturnType<typeof createRunners>;
