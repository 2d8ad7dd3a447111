import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "#domain/enumerations.ts";
import { SieverCode, sieverByCode, sievers } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** S-1.2.14 (the editor), S-1.4 (autosave), S-1.7 (filters/*); D-4 (intents and conflicts). */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

let shops = 0;
/** A shop of its own with one filter, and two windows that have it open. */
const editors = async () => {
  shops += 1;
  const one = await workspace.givenMerchant(`shop-${shops}`);
  const { id } = await one.create();
  const other = one.another();
  const { filter, etag } = await one.read(id);
  return { one, other, id, filter, etag, tenant: one.tenant };
};
const withSiever = (filter: Filter, Field: number, ...values: string[]): Filter => ({
  ...filter,
  OrderSievers: [...filter.OrderSievers.filter((siever) => siever.Field !== Field), { Field, Filter: values }],
});
const valuesOf = (filter: Filter, field: number) => filter.OrderSievers.find(({ Field }) => Field === field)?.Filter;
const typesOf = async (tenant: string) =>
  (await workspace.eventStore.readStream(`workspace-${tenant}`)).map(({ type }) => type).slice(3);

describe("a new filter", () => {
  it("keeps everything", async () => {
    const { filter } = await editors();
    expect(filter).toEqual({
      id: filter.id,
      title: "New filter 1",
      ordering: 0,
      order_filter_view: 0,
      financial_status: FinancialStatus.any,
      fulfillment_status: FulfillmentStatus.any,
      order_status: OrderStatus.any,
      OrderSievers: [],
    });
  });
});

describe("saving a filter", () => {
  it("keeps attribute values with line breaks as they were sent", async () => {
    const { one, id, filter } = await editors();
    const values = ["card:Happy birthday\nAnna", "!door:Second floor\r\nleft"];
    const wanted = withSiever(
      withSiever(filter, SieverCode.NoteAttributes, ...values),
      SieverCode.Properties,
      ...values,
    );
    expect((await one.save(wanted)).status).toBe(200);
    expect((await one.read(id)).filter).toEqual(wanted);
  });

  it("returns the whole filter as stored, with a new ETag for the next save", async () => {
    const { one, id, filter, etag } = await editors();
    const wanted = withSiever({ ...filter, title: "Paid and tagged", financial_status: 3 }, 1001, "vip", "wholesale");
    const reply = await one.save(wanted, etag);
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual(wanted);
    const read = await one.read(id);
    expect(read.filter).toEqual(wanted);
    expect(read.etag).toBe(reply.headers.get("etag"));
    const again = await one.save({ ...wanted, order_status: 1 }, reply.headers.get("etag") ?? "");
    expect(again.data.order_status).toBe(1);
  });

  it("appends an event for each changed field", async () => {
    const { one, filter, etag, tenant } = await editors();
    const wanted = withSiever({ ...filter, title: "Other", order_status: OrderStatus.open }, 1001, "vip");
    await one.save(wanted, etag);
    expect((await typesOf(tenant)).sort()).toEqual(["FilterRenamed", "FilterSieverChanged", "FilterStatusChanged"]);
  });

  it("appends no event if nothing changed", async () => {
    const { one, filter, etag, tenant } = await editors();
    const reply = await one.save(filter, etag);
    expect([reply.status, reply.data]).toEqual([200, filter]);
    expect(await typesOf(tenant)).toEqual([]);
  });

  it.each(Object.values(SieverCode))("keeps the order of the values of field %s", async (code) => {
    const { one, id, filter, etag } = await editors();
    const kind = sieverByCode.get(code)?.kind;
    const values =
      kind === "number"
        ? ["<= 5", "!3"]
        : kind === "day"
          ? [">=2026-01-31", "date(YYYY-MM-DD; -7)"]
          : sieverByCode.get(code)?.allowedValues
            ? [...(sieverByCode.get(code)?.allowedValues ?? [])].reverse()
            : ["zebra", "!apple", "*"];
    const saved = await one.save(withSiever(filter, code, ...values), etag);
    expect([saved.status, saved.envelope.ErrorMessage]).toEqual([200, null]);
    expect(valuesOf((await one.read(id)).filter, code)).toEqual(values);
  });

  it("removes a field that has no values", async () => {
    const { one, id, filter, etag } = await editors();
    const saved = await one.save(withSiever(filter, 1001, "vip"), etag);
    await one.save(withSiever(saved.data, 1001), saved.headers.get("etag") ?? "");
    expect((await one.read(id)).filter.OrderSievers).toEqual([]);
  });

  it("changes nothing more when repeated with the same command id", async () => {
    const { one, filter, etag, tenant } = await editors();
    const headers = { "if-match": etag, "x-command-id": "00000000-0000-4000-8000-00000000beef" };
    const wanted = { ...filter, title: "Once" };
    const first = await one.call("PUT", "filters/update-filter", wanted, headers);
    const again = await one.call("PUT", "filters/update-filter", wanted, headers);
    expect(again.data).toEqual(first.data);
    expect(await typesOf(tenant)).toEqual(["FilterRenamed"]);
  });

  it("reads no old events if the filter hasn't changed for long", async () => {
    const { one, id, filter, etag, tenant } = await editors();
    const { id: busy } = await one.create();
    const content = { title: "", financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} } as const;
    for (let n = 0; n < 400; n++) {
      const base = { ...content, title: n === 0 ? "New filter 2" : `Busy ${n}` };
      await workspace.run(tenant, {
        type: "UpdateFilter",
        filterId: busy,
        base,
        wanted: { ...base, title: `Busy ${n + 1}` },
        texts: new Map(),
      });
    }
    const reading = vi.spyOn(workspace.eventStore, "readStream");
    const saved = await one.save({ ...filter, title: "After long" }, etag);
    const from = reading.mock.calls
      .filter(([stream]) => stream === `workspace-${tenant}`)
      .map(([, at]) => at?.fromVersion);
    reading.mockRestore();
    expect([saved.status, saved.data.title]).toEqual([200, "After long"]);
    expect(Math.min(...from.map((version) => version ?? 0))).toBeGreaterThan(400);
    expect((await one.read(id)).filter.title).toBe("After long");
  });

  it("doesn't change view and position, which are read-only", async () => {
    const { one, id, filter, etag } = await editors();
    await one.save({ ...filter, ordering: 7, order_filter_view: 2 }, etag);
    expect((await one.read(id)).filter).toEqual(filter);
  });

  it("doesn't change the ETag if the filter is only moved", async () => {
    const { one, id, etag } = await editors();
    const { id: second } = await one.create();
    await one.call("PUT", "filters/set-ordering", [second, id]);
    const read = await one.read(id);
    expect([read.filter.ordering, read.etag]).toEqual([1, etag]);
  });
});

describe("two windows that edit one filter", () => {
  it("merge when they change different fields", async () => {
    const { one, other, id, filter, etag } = await editors();
    await one.save(withSiever({ ...filter, title: "Theirs" }, 1001, "vip"), etag);
    const merged = await other.save(withSiever({ ...filter, financial_status: 3 }, 3000, "Aster"), etag);
    expect(merged.data).toMatchObject({ title: "Theirs", financial_status: 3 });
    expect(merged.data.OrderSievers).toEqual([
      { Field: 1001, Filter: ["vip"] },
      { Field: 3000, Filter: ["Aster"] },
    ]);
    expect((await other.read(id)).filter).toEqual(merged.data);
  });

  it("merge when they change a field to the same value", async () => {
    const { one, other, filter, etag, tenant } = await editors();
    await one.save({ ...filter, title: "Same" }, etag);
    expect((await other.save({ ...filter, title: "Same" }, etag)).status).toBe(200);
    expect(await typesOf(tenant)).toEqual(["FilterRenamed"]);
  });

  it("conflict when they change one field to different values: 409 with both, author and time", async () => {
    const { one, other, id, filter, etag } = await editors();
    await one.save(withSiever({ ...filter, title: "Theirs" }, 1001, "vip"), etag);
    const reply = await other.save(withSiever({ ...filter, title: "Mine", order_status: 1 }, 1001, "retail"), etag);
    expect(reply.status).toBe(409);
    expect(reply.envelope.ErrorCode).toBe("conflict");
    expect(reply.envelope.ErrorMessage).toContain("Theirs");
    expect(reply.envelope.ErrorMessage).toContain("Mine");
    const by = { kind: "merchant" };
    const at = "2026-11-20T12:00:00.000Z";
    expect(JSON.parse(reply.envelope.ErrorDetails ?? "")).toEqual([
      { field: "title", by, at, current: "Theirs", wanted: "Mine" },
      { field: "OrderSievers.1001", by, at, current: ["vip"], wanted: ["retail"] },
    ]);
    // Nothing of it was saved, not even what did not collide.
    expect((await other.read(id)).filter).toMatchObject({ title: "Theirs", order_status: 0 });
  });

  it("are compared with the current filter if there is no If-Match", async () => {
    const { one, other, id, filter, etag } = await editors();
    await one.save({ ...filter, title: "Theirs" }, etag);
    await other.save({ ...filter, title: "Mine" });
    expect((await one.read(id)).filter.title).toBe("Mine");
  });

  it("lose nothing when twenty of them save different fields at the same time", async () => {
    const { one, id, filter, etag } = await editors();
    const codes = sievers
      .filter(({ kind, allowedValues }) => kind !== "number" && kind !== "day" && !allowedValues)
      .map(({ code }) => code);
    const replies = await Promise.all(
      codes.map((code) => one.another().save(withSiever(filter, code, `value ${code}`), etag)),
    );
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 200));
    await one.call("POST", "filters/clone", id);
    expect((await one.read(id)).filter.OrderSievers).toEqual(
      codes.toSorted((one, other) => one - other).map((code) => ({ Field: code, Filter: [`value ${code}`] })),
    );
  });
});

describe("If-Match of a filter", () => {
  it.each(["12", "W/1", '"-1"', '"1.5"', "*", '"1", "2"', ""])(
    "is refused as '%s', with a message",
    async (ifMatch) => {
      const { one, filter } = await editors();
      const reply = await one.save({ ...filter, title: "Mine" }, ifMatch);
      expect(refusalIn(reply)).toMatchObject({ status: 400, code: "invalid" });
      expect(reply.envelope.ErrorMessage).toMatch(/If-Match must be the ETag/);
    },
  );

  it("is understood if a compressing proxy has made it weak", async () => {
    const { one, filter, etag } = await editors();
    await one.another().save(withSiever(filter, 1001, "vip"), etag);
    const reply = await one.save({ ...filter, title: "Mine" }, `W/${etag}`);
    expect(reply.data).toMatchObject({ title: "Mine", OrderSievers: [{ Field: 1001, Filter: ["vip"] }] });
  });

  it("is refused if it is a future version", async () => {
    const { one, filter } = await editors();
    const reply = await one.save({ ...filter, title: "Mine" }, '"4711"');
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(/no version 4711/);
  });

  it("is a conflict with advice to reload if it predates the filter", async () => {
    const { one, filter } = await editors();
    const reply = await one.save({ ...filter, title: "Mine" }, '"0"');
    expect(reply.status).toBe(409);
    expect(reply.envelope.ErrorMessage).toMatch(/Load the filter again/);
  });

  it("finds no filter if it was deleted in the meantime", async () => {
    const { one, other, id, filter, etag } = await editors();
    await one.call("POST", "filters/delete", id);
    const reply = await other.save({ ...filter, title: "Mine" }, etag);
    expect(reply.status).toBe(404);
    expect(reply.envelope.ErrorMessage).toMatch(/filter can't be found/);
  });
});

it("no document is parked", () => {
  expect(workspace.parked).toEqual([]);
});

describe("a reused command id", () => {
  it("is a new command for another filter, and 404 for an unknown one", async () => {
    const { one, id, filter } = await editors();
    const headers = { "x-command-id": randomUUID() };
    const send = <Data>(method: "POST" | "PUT", path: string, body: unknown) =>
      one.call<Data>(method, path, body, headers);
    await send("PUT", "filters/update-filter", { ...filter, title: "First" });
    const second = await one.create();
    const saved = await send<Filter>("PUT", "filters/update-filter", { ...second, title: "Second" });
    expect(saved.data).toMatchObject({ id: second.id, title: "Second" });
    const lost = await send("PUT", "filters/update-filter", { ...second, id: "nowhere" });
    expect(refusalIn(lost)).toMatchObject({ status: 404, code: "unknown" });
    const clones = [
      await send<Filter>("POST", "filters/clone", id),
      await send<Filter>("POST", "filters/clone", second.id),
    ];
    expect(clones.map(({ data }) => data.title)).toEqual(["Copy of First", "Copy of Second"]);
    await send("POST", "filters/delete", id);
    expect((await send("POST", "filters/delete", second.id)).data).toBe("ok");
    expect((await one.list()).map(({ title }) => title)).toEqual(expect.not.arrayContaining(["First", "Second"]));
  });
});
