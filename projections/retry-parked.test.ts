import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readParked } from "#application/read-models/parked.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { adapters, counting, createRunners, type Runners, type Stores } from "#tests/support/projection-runners.ts";
import { until } from "#tests/support/until.ts";

/** The same version without the bug, as after the start of a fixed Sheaf. */
const mended: typeof counting = {
  ...counting,
  project: (event) => [
    {
      collection: "counts",
      kind: event.type === "ExportRequested" ? "put" : "merge",
      id: event.stream,
      ...(event.type === "ExportRequested"
        ? { document: { tenant: event.metadata.tenant, events: 1 } }
        : { fields: { events: event.version + 1, worker: event.data.worker } }),
    } as never,
  ],
};

describe.each(Object.entries(adapters))("a parked document that is tried again on the %s stores", (_name, open) => {
  let stores: Stores;
  let runners: Runners;
  let asked: number;
  beforeEach(async () => {
    stores = await open();
    runners = createRunners(stores);
    asked = 0;
  });
  afterEach(async () => {
    await runners.halt();
    await stores.close();
  });

  const parked = () => readParked({ readStore: stores.readStore, names: ["counts"], parts: 1 });
  /** Support asks for a retry. Resolves once the read model has seen the event. */
  const ask = async (documentId: string, projection = "counts") => {
    asked += 1;
    const { position } = await stores.eventStore.appendToStream(
      `console-${asked}`,
      [
        {
          id: `act-${asked}`,
          type: "ParkedTriedAgain",
          data: { agent: "a", projection, collection: "counts", documentId, reasonRef: "act-reason:1" },
          metadata: metadataAt("2026-11-20T11:00:00.000Z", { tenant: "support" }),
        },
      ],
      { expectedVersion: "no-stream" },
    );
    expect(await runners.hasSeen(position)).toBe(true);
  };
  const givenParked = async () => {
    runners.start();
    await runners.append("export-a", "w", "bad", "w");
    const position = await runners.append("export-b", "w", "w");
    expect(await runners.hasSeen(position)).toBe(true);
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 1, stale: true } });
  };

  it("is made of all its events once they can be projected, and follows the next ones", async () => {
    await givenParked();
    await runners.halt();
    runners.start({}, mended);
    await ask("export-a");
    expect(await parked()).toEqual([]);
    expect(await runners.rows()).toEqual({
      "export-a": { tenant: "t", events: 3, worker: "w" },
      "export-b": { tenant: "t", events: 2 },
    });
    expect(await runners.hasSeen(await runners.append("export-a", "v"))).toBe(true);
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 4, worker: "v" } });
  });

  it("is made of all its events where the store gives pages that are not full", async () => {
    runners.start();
    const position = await runners.append("export-a", "w", "bad", "w", "w");
    expect(await runners.hasSeen(position)).toBe(true);
    await runners.halt();
    const { readAll } = stores.eventStore;
    stores.eventStore.readAll = ({ limit, ...options }) => readAll({ ...options, limit: Math.min(limit, 1) });
    runners.start({}, mended);
    await ask("export-a");
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 4, worker: "w" } });
  });

  it("stays parked with the reason of now where it still fails, and can be tried once more", async () => {
    await givenParked();
    await runners.halt();
    const other = {
      ...counting,
      project: (event: Parameters<typeof counting.project>[0]) => {
        if (event.version === 2) throw new Error("Another mistake.");
        return mended.project(event);
      },
    };
    runners.start({}, other);
    await ask("export-a");
    expect(await parked()).toMatchObject([{ shown: true, document: { reason: "Another mistake." } }]);
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 1, stale: true } });
    await runners.halt();
    runners.start({}, mended);
    await ask("export-a");
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 3, worker: "w" } });
    expect(await parked()).toEqual([]);
  });

  it("is left alone by a request for another read model's, or for one that is not parked", async () => {
    await givenParked();
    await ask("export-a", "others");
    await ask("export-b");
    expect(await parked()).toHaveLength(1);
    expect(await runners.rows()).toMatchObject({ "export-a": { events: 1, stale: true }, "export-b": { events: 2 } });
  });

  it("can be one whose stream was unreadable", async () => {
    const { eventStore } = stores;
    runners.start();
    const odd = { id: "odd", type: "ExportRequested", data: { attempt: 0 }, metadata: { schema: 9, tenant: "t" } };
    const { position } = await eventStore.appendToStream("export-new", [odd], { expectedVersion: "no-stream" });
    expect(await runners.hasSeen(position)).toBe(true);
    await until("it is parked", async () => (await parked()).length === 1);
    await ask("stream:export-new");
    expect(await parked()).toMatchObject([{ document: { reason: expect.stringContaining("schema 9") } }]);
  });
});
