import { afterEach, describe, expect, it } from "vitest";
import { NoSuchPosition } from "#infra/eventstoredb/errors.ts";
import { toPosition } from "#infra/eventstoredb/positions.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { findDisagreement } from "#infra/ports/stores/history.ts";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { brief, createClosing, isNew } from "./support.ts";
import { refusals } from "./wire.ts";

const open = createClosing();
afterEach(() => open.closeAll());

describe.each(["24.10", "23.10"] as const)("A position without an event in a log of EventStoreDB %s", (manner) => {
  const given = async (options: Parameters<typeof open.store>[1] = { timeouts: brief }) => {
    const server = await open.server({ manner });
    const store = await open.store(server.url, options);
    const events = someEvents(3);
    for (const [n, event] of events.entries()) await store.appendToStream(`s-${n}`, [event], isNew);
    const [first] = await store.readAll({ limit: 1 });
    const record = server.log.records.find(({ stream }) => stream === first?.stream);
    const between = (record?.position ?? 0n) + 1n;
    return { server, store, events, nowhere: toPosition({ commit: between, prepare: between }) };
  };

  it("has no event id, and a reader there belongs to another history", async () => {
    const { store, nowhere } = await given();
    expect(await store.findEventId(nowhere)).toBeUndefined();
    const { storeId } = store;
    expect(await findDisagreement({ storeId, position: nowhere, eventId: "e" }, store)).toBeDefined();
  });

  it("can't be read on from, and the error names the command to run", async () => {
    const { store, nowhere } = await given();
    const reading = store.readAll({ after: nowhere, limit: 1 });
    await expect(reading).rejects.toThrow(NoSuchPosition);
    await expect(reading).rejects.toThrow(/has no event at the position where Sheaf left off.*npm run repair/);
    await expect(store.readCategory("s", { after: nowhere, limit: 1 })).rejects.toThrow(NoSuchPosition);
  });

  it("makes a follower log once that nothing arrives, and wait longer before each attempt", async () => {
    const said: string[] = [];
    const say = (_fields: object, message: string) => void said.push(message);
    const { server, store, nowhere } = await given({ timeouts: brief, log: { warn: say, info: say } });
    const stop = new AbortController();
    const following = store.follow({ after: nowhere }, async () => undefined, stop.signal);
    const before = server.seen.length;
    await expect.poll(() => server.seen.length).toBeGreaterThan(before + 5);
    expect(said).toEqual([expect.stringMatching(/delivers no events/)]);
    stop.abort();
    await following;
  });

  it("is not confused with a temporary error without a reason", async () => {
    const { server, store, events } = await given();
    const [first] = await store.readAll({ limit: 1 });
    server.refuseReads(refusals.errorOfRead);
    expect(await store.findEventId(first?.position ?? "")).toBe(events[0]?.id);
    server.refuseReads(refusals.handlerThrew);
    expect(idsOf(await store.readAll({ limit: 1 }))).toEqual([events[0]?.id]);
  });

  it("is not blamed for an error without a reason that every read gets", async () => {
    const { server, store, nowhere } = await given();
    server.behave({ refuses: refusals.errorOfRead });
    await expect(store.findEventId(nowhere)).rejects.toThrow(StoreBusy);
  });

  it("differs from one with an event, where a follower receives new events", async () => {
    const { server, store } = await given();
    const last = (await store.readAll({ limit: 10 })).at(-1)?.position;
    const stop = new AbortController();
    const heard: string[] = [];
    const following = store.follow(
      { after: last ?? "" },
      async (batch) => void heard.push(...idsOf(batch)),
      stop.signal,
    );
    await expect.poll(() => server.subscriptions()).toBe(1);
    const event = anEvent();
    await store.appendToStream("s-9", [event], isNew);
    await expect.poll(() => heard).toEqual([event.id]);
    stop.abort();
    await following;
  });
});
