import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ReadStore, StoredDocument } from "#infra/ports/stores/read-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { allOf } from "#tests/support/all-of.ts";
import { cleanUp } from "../../exporter/janitor.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";

type DataOf<Type extends ExportEvent["type"]> = Extract<ExportEvent, { type: Type }>["data"];

type SeenExport = {
  types: string[];
  file: DataOf<"ExportFinished"> | undefined;
  failure: DataOf<"ExportFailed"> | undefined;
};

/** Files that a stopped system left in its data folder, after one round of the janitor. */
export type Inspection = {
  exports: Map<string, SeenExport>;
  designs: string[];
  /** Streams whose versions are not 0, 1, 2 … */
  gaps: string[];
  /** SHA-256 by file key. */
  files: Map<string, string>;
  parts: string[];
  readModels: { live: StoredDocument[]; rebuilt: StoredDocument[] };
};

const allEvents = async (eventStore: EventStore): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.position;
    const batch = await eventStore.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    if (batch.length === 0) return events;
    events.push(...batch);
  }
};

const gapsIn = (events: RecordedEvent[]): string[] => {
  const next = new Map<string, number>();
  return events.flatMap(({ stream, version }) => {
    const wanted = next.get(stream) ?? 0;
    next.set(stream, version + 1);
    return version === wanted ? [] : [`${stream} ${version}`];
  });
};

const exportsIn = (events: RecordedEvent[]): Map<string, SeenExport> => {
  const found = new Map<string, SeenExport>();
  for (const recorded of events.filter(({ stream }) => stream.startsWith("export-"))) {
    const id = recorded.stream.slice("export-".length);
    const one = found.get(id) ?? { types: [], file: undefined, failure: undefined };
    const { type, data } = decodeEvent(recorded, upcasters);
    const event = { type, data } as ExportEvent;
    one.types.push(event.type);
    if (event.type === "ExportFinished") one.file = event.data;
    if (event.type === "ExportFailed") one.failure = event.data;
    found.set(id, one);
  }
  return found;
};

const documentsOf = async (readStore: ReadStore): Promise<StoredDocument[]> => {
  const readModels = serveReadModels({ readStore });
  const found = await Promise.all(
    Object.values(collections).map(({ name }) => readModels.find(name, { limit: 100_000 })),
  );
  return found.flat();
};

/** Every document as the projections of this version make it from the first event on. */
const rebuilt = async (eventStore: EventStore, file: string): Promise<StoredDocument[]> => {
  await rm(file, { force: true });
  const readStore = createSqliteReadStore({ file });
  try {
    const head = await eventStore.headPosition();
    for (const projection of projections) {
      const done = new AbortController();
      await runProjection({
        projection,
        eventStore,
        readStore,
        upcasters,
        signal: done.signal,
        onParked: (document) => {
          throw new Error(`${document.documentId} is parked: ${document.reason}`);
        },
        onProgress: ({ position }) => {
          if (position === head) done.abort();
        },
      });
    }
    return await documentsOf(readStore);
  } finally {
    await readStore.close();
  }
};

/**
 * Looks at a data folder that is no longer in use. Files and parts are seen as the janitor leaves them an hour later.
 */
export const inspect = async (dataDir: string): Promise<Inspection> => {
  const system = createSystemClock({ fixedNow: undefined });
  const clock = { ...system, wall: () => new Date(Date.now() + 3_600_000) };
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "read" });
  const { eventStore, stateStore, fileStore, scratch, readStore } = stores;
  try {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
    const needs = { queue: stores.workQueue, fileStore, scratch, runner, clock, log: quiet };
    await cleanUp(needs, new Set(), new AbortController().signal);
    const events = await allEvents(eventStore);
    const keys = await allOf(listAllFiles(fileStore));
    const hashes = await Promise.all(
      keys.map(
        async (key): Promise<[string, string]> => [
          key,
          createHash("sha256")
            .update(await readFile(join(dataDir, "files", key)))
            .digest("hex"),
        ],
      ),
    );
    return {
      exports: exportsIn(events),
      designs: events.flatMap(({ type, data }) => (type === "ReportDesignCreated" ? [String(data.reportId)] : [])),
      gaps: gapsIn(events),
      files: new Map(hashes),
      parts: (await fileStore.listParts()).map(({ name }) => name),
      readModels: {
        live: await documentsOf(readStore),
        rebuilt: await rebuilt(eventStore, join(dataDir, "rebuilt.db")),
      },
    };
  } finally {
    await stores.close();
  }
};
