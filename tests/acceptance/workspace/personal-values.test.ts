import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collections } from "#domain/read-models/documents.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { HistoryPage, HistoryVersion } from "#domain/wire/history.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/**
 * ADR 21: merchants' texts about people in filters are kept in the vault alone, and everything on filters works as
 * before.
 */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

const personal = [1001, 1003, 2001, 2002, 5000, 5002, 5003] as const;
const email = 5003;
const ann = "ann@example.com";
const bob = "bob@example.com";
/** Precedes the reference of an erased value. */
const mark = "\u001a";
const erasedForm = new RegExp(`^${mark}pv:[\\w-]{22}$`);

let shops = 0;
/** A shop of its own with one filter, which contains these values. */
const merchant = async (...values: string[]) => {
  shops += 1;
  const one = await workspace.givenMerchant(`shop-${shops}`);
  const { id } = await one.create();
  const { filter, etag } = await one.read(id);
  const saved = values.length === 0 ? filter : (await one.save(withValues(filter, ...values), etag)).data;
  return { one, id, filter: saved };
};
type Merchant = Awaited<ReturnType<typeof merchant>>["one"];
const withValues = (filter: Filter, ...values: string[]): Filter => withField(filter, email, ...values);
const withField = (filter: Filter, Field: number, ...values: string[]): Filter => ({
  ...filter,
  OrderSievers: [...filter.OrderSievers.filter((siever) => siever.Field !== Field), { Field, Filter: values }],
});
const valuesOf = ({ OrderSievers }: Filter, field: number = email) =>
  OrderSievers.find(({ Field }) => Field === field)?.Filter ?? [];
const eventsOf = (tenant: string) => workspace.eventStore.readStream(`workspace-${tenant}`);
const countOf = async ({ tenant }: Merchant) => (await eventsOf(tenant)).length;
const historyOf = async (one: Merchant, id: string) =>
  (await one.call<HistoryPage>("GET", `filters/history?id=${id}`)).data.Items;
/** Erases a value as a request of the platform would. */
const erase = async ({ tenant }: Merchant, words: string) => {
  const found = await workspace.vault.findMatching(tenant, "pv:", (value) => value.includes(words));
  for (const reference of found) await workspace.vault.erase(reference);
  expect(found.length).toBeGreaterThan(0);
};

describe("given values in every field that may contain personal data", () => {
  it("when they are saved, then they are returned as typed, and no event or read model contains them", async () => {
    const { one, id, filter } = await merchant();
    const wanted = personal.reduce((held, code) => withField(held, code, `Secret-${code}`, `! Hush-${code}`), filter);
    const saved = await one.save(withField(wanted, 4000, "SKU-1"));
    const { filter: read } = await one.read(id);
    for (const code of personal) {
      expect(valuesOf(saved.data, code)).toEqual([`Secret-${code}`, `! Hush-${code}`]);
      expect(valuesOf(read, code)).toEqual([`Secret-${code}`, `! Hush-${code}`]);
    }
    const documents = await Promise.all(
      Object.values(collections).map(({ name }) => workspace.readStore.find(name, { limit: 1_000 })),
    );
    const stored = JSON.stringify([await eventsOf(one.tenant), documents]);
    expect(stored).toContain("SKU-1");
    expect(stored).not.toMatch(/Secret|Hush/);
  });

  it("when they are saved again, then nothing changes", async () => {
    const { one, id, filter } = await merchant(ann, "!bob@example.com", "*");
    const before = await countOf(one);
    await one.save(withValues(filter, ann, "!bob@example.com", "*"));
    expect(await countOf(one)).toBe(before);
    workspace.clock.advance(60_000);
    await one.save(withValues(filter, "*", ann, "!bob@example.com"));
    expect((await historyOf(one, id))[0]?.Sentence).toBe("Customer email: the values were reordered.");
  });

  it("when one is added and another removed, then the history names them", async () => {
    const { one, id, filter } = await merchant(ann, bob);
    workspace.clock.advance(60_000);
    await one.save(withValues(filter, bob, "!carl@example.com"));
    expect((await historyOf(one, id))[0]?.Sentence).toBe(
      "Customer email: added not “carl@example.com”, removed “ann@example.com”.",
    );
  });

  it("when two windows add the same value at the same time, then there is no conflict", async () => {
    const { one, id } = await merchant();
    const { filter, etag } = await one.read(id);
    const replies = await Promise.all(
      [one.another(), one.another()].map((window) => window.save(withValues(filter, ann), etag)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(valuesOf((await one.read(id)).filter)).toEqual([ann]);
  });

  it("when two windows change the field to different values, then even a repeated refusal shows both", async () => {
    const { one, id } = await merchant();
    const { filter, etag } = await one.read(id);
    await one.another().save(withValues(filter, ann), etag);
    const headers = { "if-match": etag, "x-command-id": randomUUID() };
    const save = () => one.call("PUT", "filters/update-filter", withValues(filter, bob), headers);
    for (const reply of [await save(), await save()]) {
      expect(reply.status).toBe(409);
      expect(reply.envelope.ErrorMessage).toContain(
        "to “ann@example.com” in another window. You chose “bob@example.com”.",
      );
      expect(JSON.parse(reply.envelope.ErrorDetails ?? "")).toMatchObject([{ current: [ann], wanted: [bob] }]);
    }
  });

  it("when a value is refused, then the message doesn't quote it, and the vault doesn't keep it", async () => {
    const { one, filter } = await merchant();
    const reply = await one.save(withValues(filter, "zoe@example.com", "ZOE@example.com"));
    expect(refusalIn(reply).message).toBe("Email (Customer): value 2 means the same as value 1. Remove one.");
    expect(await workspace.vault.findMatching(one.tenant, "pv:", () => true)).toEqual([]);
  });

  it("when the filter is cloned, deleted and restored, then they are kept", async () => {
    const { one, id } = await merchant(ann);
    const cloned = await one.call<Filter>("POST", "filters/clone", id);
    expect(valuesOf(cloned.data)).toEqual([ann]);
    const version = (await historyOf(one, id))[0]?.Version ?? -1;
    await one.call("POST", "filters/delete", id);
    const preview = await one.call<HistoryVersion<Filter>>(
      "GET",
      `filters/history-version?id=${id}&version=${version}`,
    );
    expect(valuesOf(preview.data.Item)).toEqual([ann]);
    const back = await one.call<{ Item: Filter }>("POST", "filters/restore", { id, version });
    expect(valuesOf(back.data.Item)).toEqual([ann]);
  });

  it("when they are in the page's own filter, then they are stored and read the same way", async () => {
    const { one } = await merchant();
    const system = (await one.list()).find(({ order_filter_view }) => order_filter_view === 1);
    const { filter, etag } = await one.read(system?.id ?? "");
    expect(filter.title).toBe("Custom filter");
    await one.save(withValues(filter, ann), etag);
    expect(valuesOf((await one.read(filter.id)).filter)).toEqual([ann]);
    expect(JSON.stringify(await eventsOf(one.tenant))).not.toContain(ann);
  });
});

describe("given an erased value", () => {
  const given = async () => {
    const { one, id } = await merchant(ann, "!ann@example.com (old)", bob);
    workspace.clock.advance(60_000);
    await erase(one, ann);
    return { one, id, ...(await one.read(id)) };
  };

  it("then it is shown as erased in its place, with its negation, and other values are unchanged", async () => {
    const { filter } = await given();
    const [first = "", second = "", third] = valuesOf(filter);
    expect(first).toMatch(erasedForm);
    expect(second.startsWith("!")).toBe(true);
    expect(second.slice(1)).toMatch(erasedForm);
    expect(third).toBe(bob);
  });

  it("when something else is edited, then it stays, without counting as a change", async () => {
    const { one, id, filter, etag } = await given();
    const before = await countOf(one);
    const saved = await one.save({ ...filter, title: "Renamed" }, etag);
    expect(await countOf(one)).toBe(before + 1);
    expect(valuesOf(saved.data)).toEqual(valuesOf(filter));
    await one.save(withValues(saved.data, ...valuesOf(filter), "carl@example.com"));
    expect(valuesOf((await one.read(id)).filter)).toEqual([...valuesOf(filter), "carl@example.com"]);
  });

  it("when it is removed, then the history says so without personal data", async () => {
    const { one, id, filter, etag } = await given();
    await one.save(withValues(filter, bob), etag);
    const sentences = (await historyOf(one, id)).map(({ Sentence }) => Sentence);
    expect(sentences[0]).toBe("Customer email: removed an erased value, not an erased value.");
    expect(sentences[1]).toBe("Customer email: added an erased value, not an erased value, “bob@example.com”.");
    const { Version = -1 } = (await historyOf(one, id))[1] ?? {};
    const preview = await one.call<HistoryVersion<Filter>>(
      "GET",
      `filters/history-version?id=${id}&version=${Version}`,
    );
    expect(preview.data.Changes).toEqual(["Customer email: adds an erased value, not an erased value."]);
    const back = await one.call<{ Item: Filter }>("POST", "filters/restore", { id, version: Version });
    expect(valuesOf(back.data.Item)).toEqual(valuesOf(filter));
  });

  it("when the same value is typed again, then it is a new value, and the old one stays erased", async () => {
    const { one, id, filter, etag } = await given();
    await one.save(withValues(filter, ...valuesOf(filter), ann), etag);
    const values = valuesOf((await one.read(id)).filter);
    expect(values).toHaveLength(4);
    expect([values[0], values[3]]).toEqual([expect.stringMatching(erasedForm), ann]);
  });

  it("when it is sent to another filter or shop, or its reference is made up, then it is refused", async () => {
    const { one, filter } = await given();
    const { one: stranger, filter: theirs } = await merchant("dora@example.com");
    const [reference = ""] = await workspace.vault.findMatching(stranger.tenant, "pv:", () => true);
    expect(valuesOf(theirs)).toEqual(["dora@example.com"]);
    const other = await one.create();
    for (const [target, value] of [
      [other, valuesOf(filter)[0] ?? ""],
      [filter, `\u001a${reference}`],
      [filter, `!\u001apv:${"x".repeat(22)}`],
    ] as const) {
      const reply = await one.save(withValues(target, value));
      expect(refusalIn(reply).message).toContain("an erased value can't be used anywhere else");
    }
  });
});
