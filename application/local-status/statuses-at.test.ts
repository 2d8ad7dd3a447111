import { beforeEach, describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import { NotBuilt } from "../read-models/serve.ts";
import { readCurrentStatuses, withStatuses } from "./read-statuses.ts";
import { statusesAt } from "./statuses-at.ts";

const { name } = collections.localStatuses;
const { New, Done, Problem } = LocalStatus;

let eventStore: ReturnType<typeof createMemoryEventStore>;
let readStore: ReturnType<typeof createMemoryReadStore>;
let warned: string[];
let finds: number;
beforeEach(async () => {
  eventStore = createMemoryEventStore();
  readStore = createMemoryReadStore();
  await readStore.ensureCollections([collections.localStatuses]);
  warned = [];
  finds = 0;
});

let ids = 0;
/** Sets a status like the product; the read model sees it unless it is behind. */
const set = async (orderId: string, to: LocalStatus, { tenant = "t", isSeen = true } = {}): Promise<Position> => {
  ids += 1;
  const stream = `local-status-${tenant}-${orderId}`;
  const before = await eventStore.readStream(stream);
  const metadata = { ...metadataAt("2026-11-20T10:00:00.000Z", { tenant }) };
  const { position } = await eventStore.appendToStream(
    stream,
    [{ id: `e${ids}`, type: "LocalStatusChanged", data: { orderId, to }, metadata }],
    { expectedVersion: before.length === 0 ? "no-stream" : before.length - 1 },
  );
  const document = { tenant, orderId, status: to };
  if (isSeen)
    await readStore.apply([{ collection: name, kind: "put", id: `${tenant}-${orderId}`, position, document }]);
  return position;
};
const models = {
  hasSeen: async () => true,
  find: async (...asked: Parameters<typeof readStore.find>) => {
    finds += 1;
    return readStore.find(...asked);
  },
};
const at = (position: Position, readModels: Partial<typeof models> = {}, signal = new AbortController().signal) =>
  statusesAt(
    { readModels: { ...models, ...readModels }, eventStore, log: { warn: (_, message) => void warned.push(message) } },
    { tenant: "t", at: position, signal, patience: 0 },
  );

describe("the local statuses at a given time", () => {
  it("are the last ones chosen by then, for this shop only", async () => {
    await set("1", New);
    await set("2", Problem, { tenant: "other" });
    const moment = await set("1", Done);
    expect([...(await at(moment)(["1", "2", "3"]))]).toEqual([["1", Done]]);
  });

  it("stay the same if others are chosen later, however often", async () => {
    await set("1", New);
    const moment = await set("2", Done);
    const before = [...(await at(moment)(["1", "2", "3"]))].sort();
    for (let n = 0; n < 600; n += 1) await set("1", n % 2 === 0 ? Problem : Done);
    await set("2", LocalStatus.none);
    await set("3", Problem);
    expect([...(await at(moment)(["1", "2", "3"]))].sort()).toEqual(before);
    expect(before).toEqual([
      ["1", New],
      ["2", Done],
    ]);
  });

  it("take one read for a page of 250 orders", async () => {
    let moment: Position = "";
    for (let n = 1; n <= 250; n += 1) moment = await set(`${n}`, Done);
    const all = Array.from({ length: 250 }, (_, n) => `${n + 1}`);
    expect((await at(moment)(all)).size).toBe(250);
    expect(finds).toBe(1);
    await at(moment)([...all, "251"]);
    expect(finds).toBe(3);
  });

  it.each<[string, Partial<typeof models>]>([
    ["is behind", { hasSeen: async () => false }],
    [
      "is being built",
      {
        find: async () => {
          throw new NotBuilt("No version is complete.");
        },
      },
    ],
  ])("are read from the streams if the read model %s, which is logged once", async (_name, readModels) => {
    await set("1", New, { isSeen: false });
    const moment = await set("1", Done, { isSeen: false });
    await set("1", Problem, { isSeen: false });
    const read = at(moment, readModels);
    for (let page = 0; page < 3; page += 1) expect([...(await read(["1", "2"]))]).toEqual([["1", Done]]);
    expect(warned).toEqual(["Local statuses are read of their streams."]);
  });

  it("are read from the stream of an order whose document is parked", async () => {
    const moment = await set("1", New);
    const fields = { stale: true, status: Done };
    await readStore.apply([{ collection: name, kind: "merge", id: "t-1", position: `${moment}1`, fields }]);
    expect([...(await at(moment)(["1"]))]).toEqual([["1", New]]);
  });

  it("stop being read when the work that needs them is stopped", async () => {
    const stopping = new AbortController();
    stopping.abort(new Error("stopped"));
    await expect(at("1", { hasSeen: async () => false }, stopping.signal)(["1"])).rejects.toThrow("stopped");
  });
});

describe("orders with their local statuses", () => {
  it("are copies, so other users of the same orders see no change", async () => {
    await set("5", Done);
    const orders = [{ id: "gid://shopify/Order/5" }, { id: "gid://shopify/Order/6" }];
    const found = await withStatuses(readCurrentStatuses(readStore, "t"), orders);
    expect(found).toEqual([{ id: "gid://shopify/Order/5", localStatus: Done }, { id: "gid://shopify/Order/6" }]);
    expect(orders[0]).toEqual({ id: "gid://shopify/Order/5" });
    expect(await withStatuses(readCurrentStatuses(readStore, "other"), orders)).toEqual(orders);
  });
});
