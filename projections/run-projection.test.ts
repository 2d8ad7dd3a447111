import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/test-context.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { awaitPosition } from "#infra/app/await-position.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { EventStore } from "#infra/ports/event-store.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/read-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/event-store.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-store.ts";
import { ForeignReadModels } from "./prepare.ts";
import type { Projection } from "./projection.ts";
import { type RunProjectionOptions, runProjection } from "./run-projection.ts";

/** Documents that count: each event of an export adds its version, so a doubled or a lost event would show. */
const counting: Projection<"ExportRequested" | "ExportStarted"> = {
  name: "counts",
  version: 1,
  collections: [{ name: "counts", indexes: ["tenant"] }],
  types: ["ExportRequested", "ExportStarted"],
  documentOf: (event) => ({ collection: "counts", id: event.stream }),
  project: (event) => {
    if (event.type === "ExportStarted" && event.data.worker === "bad") throw new Error("Cannot project this.");
    const document = { tenant: event.metadata.tenant, events: event.version + 1 };
    return [{ collection: "counts", kind: "put", id: event.stream, document }];
  },
};

type Stores = { eventStore: EventStore; readStore: ReadStore; reopen(): Promise<void>; close(): Promise<void> };
const adapters: Record<string, () => Promise<Stores>> = {
  memory: async () => {
    const stores: Stores = {
      eventStore: createMemoryEventStore(),
      readStore: createMemoryReadStore(),
      reopen: async () => {
        stores.readStore = createMemoryReadStore();
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
      // As after somebody deleted the file while everything was stopped.
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

describe.each(Object.entries(adapters))("a projection on the %s stores", (_name, open) => {
  let stores: Stores;
  let events = 0;
  let parked: ParkedDocument[] = [];
  const running: { stop: AbortController; done: Promise<void> }[] = [];

  beforeEach(async () => {
    stores = await open();
    parked = [];
  });
  afterEach(async () => {
    await halt();
    await stores.close();
  });

  const append = async (stream: string, ...workers: string[]) => {
    const known = (await stores.eventStore.readStream(stream)).length;
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
      ...changes,
    });
    done.catch(() => {});
    running.push({ stop, done });
    return { stop, done };
  };
  const halt = async () => {
    for (const { stop, done } of running.splice(0)) {
      stop.abort();
      await done.catch(() => {});
    }
  };
  const seen = async (position: string) => {
    expect(await awaitPosition({ readStore: stores.readStore, names: ["counts"], position })).toBe(true);
  };
  const rows = async () =>
    Object.fromEntries((await stores.readStore.find("counts", {})).map(({ id, document }) => [id, document]));

  it("shows what was there before it started and what comes after", async () => {
    const position = await append("export-a", "w", "w");
    start();
    await seen(position);
    await seen(await append("export-b", "w"));
    expect(await rows()).toEqual({
      "export-a": { tenant: "t", events: 2 },
      "export-b": { tenant: "t", events: 1 },
    });
  });

  it("moves its checkpoint over events that are none of its business", async () => {
    start();
    await append("export-a", "w");
    await seen(await append("export-a", "other"));
    expect(await rows()).toEqual({ "export-a": { tenant: "t", events: 1 } });
  });

  it("goes on where it was, without reading the old events again", async () => {
    start();
    await seen(await append("export-a", "w", "w"));
    await halt();
    const projected: string[] = [];
    const watching: typeof counting = {
      ...counting,
      project: (event) => {
        projected.push(event.stream);
        return counting.project(event);
      },
    };
    start({}, watching);
    await seen(await append("export-b", "w"));
    expect(projected).toEqual(expect.arrayContaining(["export-b"]));
    expect(projected).not.toContain("export-a");
  });

  it("changes nothing when a batch comes again because it was killed before its checkpoint", async () => {
    const position = await append("export-a", "w", "w", "w");
    const failing: ReadStore = {
      ...stores.readStore,
      apply: (changes) => stores.readStore.apply(changes),
      writeCheckpoint: async (name, checkpoint) => {
        if (checkpoint) throw new Error("killed");
        await stores.readStore.writeCheckpoint(name, checkpoint);
      },
    };
    await expect(start({ readStore: failing }).done).rejects.toThrow("killed");
    const before = await stores.readStore.get("counts", "export-a");
    expect(before?.document).toEqual({ tenant: "t", events: 3 });
    const applied: PositionedChange[] = [];
    const watched: ReadStore = {
      ...stores.readStore,
      apply: (changes) => {
        applied.push(...changes);
        return stores.readStore.apply(changes);
      },
    };
    start({ readStore: watched });
    await seen(position);
    expect(await stores.readStore.get("counts", "export-a")).toEqual(before);
    expect(applied.length).toBeGreaterThan(0);
  });

  it("parks the document of an event that fails, with all its later events, and goes on with the others", async () => {
    start();
    await append("export-a", "w", "bad", "w");
    await append("export-b", "w");
    await seen(await append("export-a", "w"));
    expect(await rows()).toEqual({
      "export-a": { tenant: "t", events: 1, stale: true },
      "export-b": { tenant: "t", events: 1 },
    });
    expect(parked).toHaveLength(1);
    expect(parked[0]).toMatchObject({ stream: "export-a", version: 1, reason: "Cannot project this." });
    const visible = await stores.readStore.find("projection-counts", { where: [{ field: "kind", equals: "parked" }] });
    expect(visible.map(({ document }) => document)).toEqual(parked);
  });

  it("remembers what is parked when it starts again", async () => {
    start();
    await seen(await append("export-a", "w", "bad"));
    await halt();
    start();
    await seen(await append("export-a", "w"));
    expect(await rows()).toEqual({ "export-a": { tenant: "t", events: 1, stale: true } });
    expect(parked).toHaveLength(1);
  });

  it("parks what cannot even be read by its stream", async () => {
    start();
    await append("export-b", "w");
    await stores.eventStore.appendToStream(
      "export-new",
      [
        {
          id: "new",
          type: "ExportRequested",
          data: {},
          metadata: { ...metadataAt("2026-11-20T10:00:00.000Z"), schema: 9 },
        },
      ],
      { expectedVersion: "no-stream" },
    );
    await append("export-new", "w");
    await seen(await append("export-b", "w"));
    expect(await rows()).toEqual({ "export-b": { tenant: "t", events: 2 } });
    expect(parked).toMatchObject([{ stream: "export-new", documentId: "stream:export-new" }]);
    expect(parked[0]?.reason).toContain("schema 9");
  });

  it("rebuilds everything when its version changes, parked documents too", async () => {
    start();
    await seen(await append("export-a", "w", "bad"));
    await halt();
    const mended = {
      ...counting,
      version: 2,
      project: (event: { stream: string; version: number }) => [
        { collection: "counts", kind: "put", id: event.stream, document: { tenant: "t", last: event.version } },
      ],
    };
    start({}, mended);
    await seen(await append("export-a", "w"));
    expect(await rows()).toEqual({ "export-a": { tenant: "t", last: 2 } });
    expect(await stores.readStore.count("projection-counts", [{ field: "kind", equals: "parked" }])).toBe(0);
    await halt();
    // And back: the older version does not go on with documents of the newer one.
    start();
    await seen(await append("export-b", "w"));
    expect(await rows()).toMatchObject({ "export-a": { events: 1, stale: true }, "export-b": { events: 1 } });
  });

  it("builds everything anew when the read models were deleted", async () => {
    start();
    await append("export-a", "w", "w");
    await seen(await append("export-b", "w"));
    const before = await rows();
    await halt();
    await stores.reopen();
    start();
    await seen((await stores.eventStore.headPosition()) ?? "");
    expect(await rows()).toEqual(before);
  });

  it("stops with a sentence on read models of another event store, or ahead of it", async () => {
    const position = await append("export-a", "w");
    start();
    await seen(position);
    await halt();
    const mine = { storeId: stores.eventStore.storeId, position: `${position}9` };
    for (const checkpoint of [{ storeId: "other", position }, mine]) {
      await stores.readStore.writeCheckpoint("counts", checkpoint);
      const { done } = start();
      await expect(done).rejects.toThrow(ForeignReadModels);
      await expect(done).rejects.toThrow(/delete read-models.db/);
    }
  });

  it("tells a reader who waits in vain that the answer is stale", async () => {
    start();
    const position = await append("export-a", "w");
    await seen(position);
    const asking = { readStore: stores.readStore, position, timeout: 30 };
    expect(await awaitPosition({ ...asking, names: ["counts", "never-built"] })).toBe(false);
    expect(await awaitPosition({ ...asking, names: [] })).toBe(true);
    const stopping = AbortSignal.abort();
    const patient = { ...asking, timeout: 600_000, signal: stopping };
    expect(await awaitPosition({ ...patient, names: ["never-built"] })).toBe(false);
  });
});
