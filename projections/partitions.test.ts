import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awaitPosition } from "#application/events/await-position.ts";
import { createPartitions, findPartition, namePartition } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { adapters, counting, type Stores, shortLease } from "#tests/support/projection-runners.ts";
import { partitionOfProjection } from "./partition-of-projection.ts";
import type { Projection } from "./projection.ts";
import { runProjection } from "./run-projection.ts";

const parts = 4;
const tenants = Array.from({ length: 24 }, (_, n) => `tenant-${n}`);

describe.each(Object.entries(adapters))("a partitioned read model in %s stores", (_name, open) => {
  let stores: Stores;
  let stop: AbortController;
  let running: Promise<unknown>[];
  beforeEach(async () => {
    stores = await open();
    stop = new AbortController();
    running = [];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
    await stores.close();
  });

  const givenExports = async (): Promise<string> => {
    let position = "";
    for (const [n, tenant] of tenants.entries()) {
      const events = ["ExportRequested", "ExportStarted"].map((type, version) => ({
        id: `e${n}-${version}`,
        type,
        data: { attempt: version, worker: "w" },
        metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant }),
      }));
      ({ position } = await stores.eventStore.appendToStream(`export-${String(n).padStart(2, "0")}`, events, {
        expectedVersion: "no-stream",
      }));
    }
    return position;
  };
  const start = (wanted = createPartitions(parts), projection = counting as unknown as Projection) => {
    for (const part of wanted)
      running.push(
        runProjection({
          projection: partitionOfProjection(projection, part),
          eventStore: stores.eventStore,
          readStore: stores.readStore,
          upcasters,
          signal: stop.signal,
          onParked: () => undefined,
          lease: shortLease,
        }),
      );
  };
  const served = () => servePartitions({ readStore: stores.elsewhere(), ownVersions: new Map([["counts", 1]]), parts });
  const seenBy = async (readModels: ReturnType<typeof served>, position: string, tenant?: string) =>
    awaitPosition({ readModels, names: ["counts"], position, tenant, timeout: 5_000 });

  it("is read and counted like a whole one: by id, by tenant, sorted and by page", async () => {
    const position = await givenExports();
    start();
    const readModels = served();
    expect(await seenBy(readModels, position)).toBe(true);
    expect(await readModels.getStatus(["counts"])).toBe("own");
    expect(await readModels.count("counts")).toBe(24);
    const sort = [{ field: "tenant", descending: true }];
    const byTenant = tenants.toSorted().toReversed();
    const pages = await Promise.all(
      [0, 10, 20].map((offset) => readModels.find("counts", { sort, offset, limit: 10 })),
    );
    expect(pages.map((page) => page.length)).toEqual([10, 10, 4]);
    expect(pages.flat().map(({ document }) => document.tenant)).toEqual(byTenant);
    for (const [n, tenant] of tenants.entries()) {
      const where = [{ field: "tenant", equals: tenant }];
      const [only, ...others] = await readModels.find("counts", { where });
      expect([only?.document, others]).toEqual([{ tenant, events: 2 }, []]);
      expect(await readModels.count("counts", where)).toBe(1);
      expect((await readModels.get("counts", `export-${String(n).padStart(2, "0")}`))?.document.tenant).toBe(tenant);
    }
  });

  it("has each tenant's documents in one partition only, and some in every partition", async () => {
    const position = await givenExports();
    start();
    expect(await seenBy(served(), position)).toBe(true);
    for (const part of createPartitions(parts)) {
      const found = await stores.readStore.find(`${namePartition("counts", part)}@1`, {});
      expect(found.map(({ document }) => findPartition(String(document.tenant), parts))).toEqual(
        found.map(() => part.index),
      );
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it("skips the same events in each partition as in a whole one", async () => {
    const position = await givenExports();
    const begun = { ...counting, accepts: ({ type }: { type: string }) => type === "ExportRequested" };
    start(createPartitions(parts), begun as unknown as Projection);
    const readModels = served();
    expect(await seenBy(readModels, position)).toBe(true);
    const found = await readModels.find("counts", {});
    expect(found.map(({ document }) => document.events)).toEqual(tenants.map(() => 1));
  });

  it("serves tenants of an up-to-date partition while another partition is stuck", async () => {
    const position = await givenExports();
    start(createPartitions(parts).slice(1));
    const readModels = served();
    const mine = tenants.find((tenant) => findPartition(tenant, parts) === 1) ?? "";
    expect(await seenBy(readModels, position, mine)).toBe(true);
    expect(await readModels.getStatus(["counts"], mine)).toBe("own");
    expect(await readModels.hasSeen("counts", position)).toBe(false);
    expect(await readModels.getStatus(["counts"])).toBe("none");
  });
});
