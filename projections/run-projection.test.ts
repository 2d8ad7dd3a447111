import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awaitPosition } from "#application/events/await-position.ts";
import { findBuild, isComplete, readBuilds } from "#application/read-models/builds.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { StoreDamaged, StoreFull } from "#infra/ports/store-errors.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import { adapters, counting, createRunners, type Runners, type Stores } from "#tests/support/projection-runners.ts";
import { until } from "#tests/support/until.ts";

describe.each(Object.entries(adapters))("a projection on the %s stores", (_name, open) => {
  let stores: Stores;
  let runners: Runners;

  beforeEach(async () => {
    stores = await open();
    runners = createRunners(stores);
  });
  afterEach(async () => {
    await runners.halt();
    await stores.close();
  });

  const append = (stream: string, ...workers: string[]) => runners.append(stream, ...workers);
  const start: Runners["start"] = (...given) => runners.start(...given);
  const halt = () => runners.halt();
  const rows = () => runners.rows();
  const seen = async (position: string) => {
    expect(await runners.hasSeen(position)).toBe(true);
  };

  it("shows earlier and later events", async () => {
    const position = await append("export-a", "w", "w");
    start();
    await seen(position);
    await seen(await append("export-b", "w"));
    expect(await rows()).toEqual({
      "export-a": { tenant: "t", events: 2 },
      "export-b": { tenant: "t", events: 1 },
    });
  });

  it("waits while the disk can't be written, and then shows everything", async () => {
    let room = false;
    const waits: Error[] = [];
    const { readStore } = stores;
    const whenRoom = <Arguments extends unknown[], T>(work: (...given: Arguments) => Promise<T>) => {
      return (...given: Arguments): Promise<T> =>
        room ? work(...given) : Promise.reject(new StoreFull("read-models.db"));
    };
    const position = await append("export-a", "w", "w");
    const { done } = start({
      readStore: {
        ...readStore,
        ensureCollections: whenRoom(readStore.ensureCollections),
        apply: whenRoom(readStore.apply),
        writeCheckpoint: whenRoom(readStore.writeCheckpoint),
      },
      onWait: (error) => waits.push(error),
    });
    await until("it waits before it begins", () => waits.length >= 2);
    room = true;
    await seen(position);
    room = false;
    const next = await append("export-a", "w");
    const before = waits.length;
    await until("it waits with new events", () => waits.length > before);
    room = true;
    await seen(next);
    expect(await rows()).toEqual({ "export-a": { tenant: "t", events: 3 } });
    await halt();
    await done;
  });

  it("advances its checkpoint past events that don't concern it", async () => {
    start();
    await append("export-a", "w");
    await seen(await append("export-a", "other"));
    expect(await rows()).toEqual({ "export-a": { tenant: "t", events: 1 } });
  });

  it("continues from its checkpoint, without reading old events again", async () => {
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

  it("changes nothing if a batch is repeated after a kill before its checkpoint", async () => {
    const position = await append("export-a", "w", "w", "w");
    const failing: ReadStore = {
      ...stores.readStore,
      writeCheckpoint: async (name, checkpoint, options) => {
        if (checkpoint?.position === position) throw new Error("killed");
        return stores.readStore.writeCheckpoint(name, checkpoint, options);
      },
    };
    await expect(start({ readStore: failing }).done).rejects.toThrow("killed");
    const before = await stores.readStore.get("counts@1", "export-a");
    expect(before?.document).toEqual({ tenant: "t", events: 3 });
    const applied: PositionedChange[] = [];
    const watched: ReadStore = {
      ...stores.readStore,
      apply: (changes, options) => {
        applied.push(...changes);
        return stores.readStore.apply(changes, options);
      },
    };
    start({ readStore: watched });
    await seen(position);
    expect(await stores.readStore.get("counts@1", "export-a")).toEqual(before);
    expect(applied.length).toBeGreaterThan(0);
  });

  it("parks the document of a failing event, with all its later events, and continues with the others", async () => {
    start();
    await append("export-a", "w", "bad", "w");
    await append("export-b", "w");
    await seen(await append("export-a", "w"));
    expect(await rows()).toEqual({
      "export-a": { tenant: "t", events: 1, stale: true },
      "export-b": { tenant: "t", events: 1 },
    });
    expect(runners.parked).toHaveLength(1);
    expect(runners.parked[0]).toMatchObject({ stream: "export-a", version: 1, reason: "Cannot project this." });
    const visible = await stores.readStore.find("projection-counts@1", {
      where: [{ field: "kind", equals: "parked" }],
    });
    expect(visible.map(({ document }) => document)).toEqual(runners.parked);
  });

  it("remembers parked documents after a restart", async () => {
    start();
    await seen(await append("export-a", "w", "bad"));
    await halt();
    start();
    await seen(await append("export-a", "w"));
    expect(await rows()).toEqual({ "export-a": { tenant: "t", events: 1, stale: true } });
    expect(runners.parked).toHaveLength(1);
  });

  it("parks unreadable events under their stream", async () => {
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
    expect(runners.parked).toMatchObject([{ stream: "export-new", documentId: "stream:export-new" }]);
    expect(runners.parked[0]?.reason).toContain("schema 9");
  });

  it("rebuilds everything, including parked documents, if its version changes", async () => {
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
    expect(await stores.readStore.count("projection-counts@2", [{ field: "kind", equals: "parked" }])).toBe(0);
  });

  it("rebuilds everything if the read models were deleted", async () => {
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

  it("isn't served before it has caught up, even if it is killed in the meantime", async () => {
    const last = await append("export-a", ...Array.from({ length: 12 }, () => "w"));
    const isShown = async () => (await runners.reader().getStatus(["counts"])) !== "none";
    expect(await isShown()).toBe(false);
    await expect(rows()).rejects.toThrow("No version of the read models of counts is complete.");
    const shownAfterCheckpoints: boolean[] = [];
    const watched: ReadStore = {
      ...stores.readStore,
      writeCheckpoint: async (name, checkpoint, options) => {
        const written = await stores.readStore.writeCheckpoint(name, checkpoint, options);
        if (!checkpoint) return written;
        shownAfterCheckpoints.push(await isShown());
        if (checkpoint.position >= last) throw new Error("killed");
        return written;
      },
    };
    await expect(start({ readStore: watched }).done).rejects.toThrow("killed");
    expect(shownAfterCheckpoints.length).toBeGreaterThan(1);
    expect(new Set(shownAfterCheckpoints)).toEqual(new Set([false]));
    const build = findBuild(await readBuilds(stores.readStore, "counts"), 1);
    expect(build && isComplete(build)).toBe(false);
    start();
    await expect.poll(isShown).toBe(true);
    expect(Object.keys(await rows())).toEqual(["export-a"]);
  });

  it("stops with an error if the read models belong to another store or history, or are ahead", async () => {
    const position = await append("export-a", "w");
    start();
    await seen(position);
    await halt();
    const fitting = await stores.readStore.readCheckpoint("counts@1");
    if (!fitting) throw new Error("There is no checkpoint.");
    for (const other of [{ storeId: "other" }, { position: `${position}9` }, { eventId: "another" }]) {
      await stores.readStore.writeCheckpoint("counts@1", { ...fitting, ...other }, { fence: 99 });
      const { done } = start();
      await expect(done).rejects.toThrow(HistoryDiffers);
      await expect(done).rejects.toThrow(/The read models of counts .* run 'npm run repair'/);
    }
  });

  describe("if the read models are reset to an older state while it runs", () => {
    /** Simulates a copy made when there was one event. */
    const takeBack = async () => {
      const [build] = (await readBuilds(stores.readStore, "counts")).builds;
      const [first] = await stores.eventStore.readAll({ limit: 1 });
      if (!build || !first) throw new Error("Nothing has been built.");
      const checkpoint = { storeId: stores.eventStore.storeId, position: first.position, eventId: first.id };
      await stores.readStore.writeCheckpoint("counts@1", checkpoint, { fence: build.fence });
      return checkpoint;
    };

    it("stops at its next renewal, even without new events", async () => {
      const { done } = start();
      await seen(await append("export-a", "w", "w", "w"));
      await takeBack();
      await expect(done).rejects.toThrow(StoreDamaged);
    });

    it("writes nothing to them, neither documents nor a checkpoint", async () => {
      const { done } = start({ lease: { length: 60_000, every: 30_000 } });
      await seen(await append("export-a", "w", "w", "w"));
      const older = await takeBack();
      await append("export-b", "w");
      await expect(done).rejects.toThrow(StoreDamaged);
      expect(await stores.readStore.readCheckpoint("counts@1")).toEqual(older);
      expect(await stores.readStore.get("counts@1", "export-b")).toBeUndefined();
    });
  });

  it("reports a stale result to a reader who waits in vain", async () => {
    start();
    const position = await append("export-a", "w");
    await seen(position);
    const asking = { readModels: runners.reader(), position, timeout: 30 };
    expect(await awaitPosition({ ...asking, names: ["counts", "never-built"] })).toBe(false);
    expect(await awaitPosition({ ...asking, names: [] })).toBe(true);
    const stopping = AbortSignal.abort();
    const patient = { ...asking, timeout: 600_000, signal: stopping };
    expect(await awaitPosition({ ...patient, names: ["never-built"] })).toBe(false);
  });
});
