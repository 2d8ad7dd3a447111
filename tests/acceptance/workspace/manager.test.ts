import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Filter, FilterItem } from "#domain/wire/filters/filters.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { fieldsIn, refusalIn, startWorkspace, type Workspace } from "./support.ts";

/**
 * S-1.2.13 (the Manager's lists), S-1.4 (ordering), S-1.5 (deletes and quotas), S-1.7 (the calls), R-8, R-11, R-25,
 *
 */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

let shops = 0;
/** A shop of its own for each test; on the tier Starter, as nimbus. */
const merchant = () => {
  shops += 1;
  return workspace.givenMerchant(`shop-${shops}`);
};
type Merchant = Awaited<ReturnType<typeof merchant>>;

const quota = {
  report: "You cannot add new reports. You have exceed the report's quota",
  filter: "You cannot add new filters. You have exceed the filter's quota",
};

/** Both lists behave the same. The differences are here. */
const lists = [
  { folder: "filters", list: "filters/get-filters", thing: "filter", first: "New filter 1", second: "New filter 2" },
  { folder: "reports", list: "reports/get-reports", thing: "report design", first: "Untitled1", second: "Untitled2" },
] as const;
type List = (typeof lists)[number];
type Row = { id: string; title: string; ordering: number; order_filter_view?: number };

const rowsOf = async (one: Pick<Merchant, "call">, { list }: List) => {
  const reply = await one.call<Row[]>("GET", list);
  const rows = reply.data.filter(({ order_filter_view: view = 0 }) => view === 0);
  return { rows, ids: rows.map(({ id }) => id), etag: reply.headers.get("etag") ?? "" };
};
const create = async (one: Pick<Merchant, "call">, { folder }: List) =>
  (await one.call<Row>("POST", `${folder}/create-new`)).data;
const createSome = async (one: Pick<Merchant, "call">, list: List, count: number) => {
  const made: string[] = [];
  for (let n = 0; n < count; n++) made.push((await create(one, list)).id);
  return made;
};
const uses = async (one: Merchant) => ({
  reportId: (await create(one, lists[1])).id,
  filterId: (await create(one, lists[0])).id,
});

describe.each(lists)("the list of $folder in the Manager", (list) => {
  const { folder, thing } = list;

  it("is empty at first, and lists new items with their titles, at the end", async () => {
    const one = await merchant();
    expect((await rowsOf(one, list)).rows).toEqual([]);
    await createSome(one, list, 2);
    expect((await rowsOf(one, list)).rows).toMatchObject([
      { title: list.first, ordering: 0 },
      { title: list.second, ordering: 1 },
    ]);
  });

  it("creates one item if the response was lost and the command is repeated", async () => {
    const one = await merchant();
    const id = { "x-command-id": "00000000-0000-4000-8000-00000000abcd" };
    const [first, again] = [
      await one.call<Row>("POST", `${folder}/create-new`, undefined, id),
      await one.call<Row>("POST", `${folder}/create-new`, undefined, id),
    ];
    expect(again.data).toEqual(first.data);
    expect((await rowsOf(one, list)).ids).toEqual([first.data.id]);
  });

  it("creates as many as the tier allows, and refuses more with the screen's message", async () => {
    const one = await merchant();
    await createSome(one, list, 5);
    const words = folder === "filters" ? quota.filter : quota.report;
    const over = await one.call("POST", `${folder}/create-new`);
    expect(refusalIn(over)).toEqual({ status: 200, code: "rule", message: words });
    const [first] = (await rowsOf(one, list)).ids;
    expect(refusalIn(await one.call("POST", `${folder}/clone`, first))).toMatchObject({ status: 200, message: words });
    expect((await rowsOf(one, list)).rows).toHaveLength(5);
  });

  it("never exceeds the quota, however many windows create items at the same time", async () => {
    const one = await merchant();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => one.another().call("POST", `${folder}/create-new`)),
    );
    expect(replies.filter(({ envelope }) => envelope.Ok)).toHaveLength(5);
    expect((await one.call<Row[]>("GET", list.list)).data.filter((row) => !row.order_filter_view)).toHaveLength(5);
  });

  it("after a downgrade, can be edited, moved and deleted, but nothing is added until there is room", async () => {
    const one = await merchant();
    await workspace.givenTier(one.tenant, "Growth");
    const made = await createSome(one, list, 8);
    await one.call("POST", `${folder}/delete`, made[0]);
    await workspace.givenTier(one.tenant, "Starter");
    const message = folder === "filters" ? quota.filter : quota.report;
    const [deleted] = (await one.call<{ id: string; Version: number }[]>("GET", `${folder}/deleted`)).data;
    const back = { id: deleted?.id, version: deleted?.Version };
    const { ids } = await rowsOf(one, list);
    expect(ids).toEqual(made.slice(1));
    for (const [path, body] of [["create-new"], ["clone", ids[0]], ["restore", back]] as const)
      expect(refusalIn(await one.call("POST", `${folder}/${path}`, body))).toEqual({
        status: 200,
        code: "rule",
        message,
      });
    const order = ids.toReversed();
    expect((await one.call("PUT", `${folder}/set-ordering`, order)).data).toBe(true);
    for (const id of order.slice(0, 3)) expect((await one.call("POST", `${folder}/delete`, id)).data).toBe("ok");
    expect((await one.call<{ Item: Row }>("POST", `${folder}/restore`, back)).data.Item).toMatchObject({
      id: made[0],
      ordering: 4,
    });
    expect((await rowsOf(one, list)).ids).toEqual([...order.slice(3), made[0]]);
  });

  it.each([
    ["a bare id", (id: string): unknown => id],
    ["an id in an object", (id: string): unknown => ({ id })],
  ])("clones by %s to the end of the list, as 'Copy of'", async (_name, bodyOf) => {
    const one = await merchant();
    const [source = "", other] = await createSome(one, list, 2);
    const { data } = await one.call<Row>("POST", `${folder}/clone`, bodyOf(source));
    expect(data).toMatchObject({ title: `Copy of ${list.first}`, ordering: 2 });
    expect((await rowsOf(one, list)).ids).toEqual([source, other, data.id]);
  });

  it("deletes with 'ok', and later items move up", async () => {
    const one = await merchant();
    const [a, b = "", c] = await createSome(one, list, 3);
    expect((await one.call("POST", `${folder}/delete`, b)).data).toBe("ok");
    expect((await rowsOf(one, list)).rows).toMatchObject([
      { id: a, ordering: 0 },
      { id: c, ordering: 1 },
    ]);
    expect(refusalIn(await one.call("POST", `${folder}/delete`, b)).status).toBe(404);
  });

  it("returns the name of the first automated report that prevents a deletion", async () => {
    const one = await merchant();
    const used = await uses(one);
    await workspace.givenAutomation(one.tenant, "Every Monday", used);
    await workspace.givenAutomation(one.tenant, "Every Friday", used);
    const id = folder === "filters" ? used.filterId : used.reportId;
    const reply = await one.call("POST", `${folder}/delete`, id);
    expect([reply.status, reply.envelope.Ok, reply.data]).toEqual([200, true, "Every Monday"]);
    expect((await rowsOf(one, list)).ids).toEqual([id]);
  });

  it("doesn't mistake an automated report named ok for a deletion", async () => {
    const one = await merchant();
    const used = await uses(one);
    await workspace.givenAutomation(one.tenant, "ok", used);
    const reply = await one.call("POST", `${folder}/delete`, folder === "filters" ? used.filterId : used.reportId);
    expect(reply.data).toBe('"ok"');
  });

  it.each([
    ["moves a row up", [1, 0, 2]],
    ["moves a row down", [0, 2, 1]],
    ["reverses the whole list", [2, 1, 0]],
  ])("%s and numbers the rows from 0 to n-1", async (_name, order) => {
    const one = await merchant();
    const made = await createSome(one, list, 3);
    const { etag } = await rowsOf(one, list);
    const wanted = order.map((place) => made[place] ?? "");
    const reply = await one.call("PUT", `${folder}/set-ordering`, wanted, { "if-match": etag });
    expect(reply.data).toBe(true);
    const after = await rowsOf(one, list);
    expect(after.ids).toEqual(wanted);
    expect(after.rows.map(({ ordering }) => ordering)).toEqual([0, 1, 2]);
    // The response's ETag is the list's: the next move needs no reading in between.
    expect(after.etag).toBe(reply.headers.get("etag"));
  });

  it("merges moves made by two people at the same time", async () => {
    const one = await merchant();
    const [a = "", b = "", c = "", d = ""] = await createSome(one, list, 4);
    const { etag } = await rowsOf(one, list);
    const headers = { "if-match": etag };
    await one.call("PUT", `${folder}/set-ordering`, [b, a, c, d], headers);
    await one.another().call("PUT", `${folder}/set-ordering`, [a, b, d, c], headers);
    expect((await rowsOf(one, list)).ids).toEqual([b, a, d, c]);
  });

  it("keeps newer items at the end when moving, and leaves out deleted ones", async () => {
    const one = await merchant();
    const [a = "", b = "", c = ""] = await createSome(one, list, 3);
    const { etag } = await rowsOf(one, list);
    const later = await create(one, list);
    await one.call("POST", `${folder}/delete`, b);
    await one.call("PUT", `${folder}/set-ordering`, { ids: [c, a, b] }, { "if-match": etag });
    expect((await rowsOf(one, list)).ids).toEqual([c, a, later.id]);
  });

  it("refuses an order with a repeated or unknown id", async () => {
    const one = await merchant();
    const [a = "", b = ""] = await createSome(one, list, 2);
    const twice = await one.call("PUT", `${folder}/set-ordering`, [a, a, b]);
    expect([twice.status, fieldsIn(twice)]).toEqual([400, ["ids"]]);
    expect(twice.envelope.ErrorMessage).toMatch(/twice/);
    const foreign = await one.call("PUT", `${folder}/set-ordering`, [b, a, "of another shop"]);
    expect([foreign.status, fieldsIn(foreign)]).toEqual([400, ["ids"]]);
    expect((await rowsOf(one, list)).ids).toEqual([a, b]);
  });

  it.each([["12"], ["W/x"], ['"abc"'], ["*"], ['"999999"']])(
    "refuses an If-Match of %s with a message",
    async (ifMatch) => {
      const one = await merchant();
      const [a = "", b = ""] = await createSome(one, list, 2);
      const reply = await one.call("PUT", `${folder}/set-ordering`, [b, a], { "if-match": ifMatch });
      expect(reply.status).toBe(400);
      expect(reply.envelope.ErrorMessage).toMatch(/If-Match|no version 999999/);
    },
  );

  it("shows nothing of another shop, and can't change it", async () => {
    const [one, other] = [await merchant(), await merchant()];
    const [id = ""] = await createSome(one, list, 1);
    expect((await rowsOf(other, list)).rows).toEqual([]);
    const get = folder === "filters" ? `filters/get-filter?id=${id}` : `reports/get-report?id=${id}`;
    const replies = [
      await other.call("GET", get),
      await other.call("GET", `${folder}/history?id=${id}`),
      await other.call("POST", `${folder}/clone`, id),
      await other.call("POST", `${folder}/delete`, id),
      await other.call("POST", `${folder}/restore`, { id, version: 0 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    for (const { envelope } of replies)
      expect(envelope.ErrorMessage).toMatch(new RegExp(`${thing} (can't be found|did not exist)`));
    expect((await rowsOf(one, list)).ids).toEqual([id]);
  });
});

describe("the two system filters", () => {
  const system = async (one: Merchant, view: number): Promise<FilterItem> => {
    const found = (await one.list()).find((filter) => filter.order_filter_view === view);
    if (!found) throw new Error(`There is no filter of view ${view}.`);
    return found;
  };

  it("exist since the login, one for each page, and only once", async () => {
    const one = await merchant();
    await workspace.run(one.tenant, { type: "EnsureSystemFilters" });
    const found = await one.list();
    expect(found.map(({ title, order_filter_view: view, ordering }) => [title, view, ordering])).toEqual([
      ["Custom filter", 1, 0],
      ["Custom filter", 2, 0],
    ]);
  });

  it("come after the shop's own in the list", async () => {
    const one = await merchant();
    await one.create();
    expect((await one.list()).map(({ order_filter_view: view }) => view)).toEqual([0, 1, 2]);
  });

  it("can be edited like others", async () => {
    const one = await merchant();
    const { filter, etag } = await one.read((await system(one, 1)).id);
    const saved = await one.save({ ...filter, financial_status: 3 }, etag);
    expect(saved.data).toMatchObject({ id: filter.id, order_filter_view: 1, financial_status: 3 });
  });

  it.each(["filters/clone", "filters/delete"])("are refused to %s, with a message", async (path) => {
    const one = await merchant();
    const reply = await one.call("POST", path, (await system(one, 2)).id);
    expect([reply.status, reply.envelope.Ok]).toEqual([200, false]);
    expect(reply.envelope.ErrorMessage).toMatch(/belongs to its page and can't be (cloned|deleted)/);
    expect(await one.list()).toHaveLength(2);
  });

  it("can't be moved among the others", async () => {
    const one = await merchant();
    const own = await one.create();
    const reply = await one.call("PUT", "filters/set-ordering", [(await system(one, 1)).id, own.id]);
    expect([reply.status, reply.envelope.Ok]).toEqual([200, false]);
    expect(reply.envelope.ErrorMessage).toMatch(/can't be moved/);
  });

  it("don't count towards the quota", async () => {
    const one = await merchant();
    const made: Filter[] = [];
    for (let n = 0; n < 5; n++) made.push(await one.create());
    expect((await one.list()).length).toBe(7);
    expect(made.at(-1)?.title).toBe("New filter 5");
  });
});

describe("report designs", () => {
  it("are cloned with their columns", async () => {
    const one = await merchant();
    const { data: source } = await one.call<ReportDesignItem>("POST", "reports/create-new", {
      Grouping: 2,
      Columns: ["OrderNum", "TotalPrice"],
    });
    const { data: clone } = await one.call<ReportDesignItem>("POST", "reports/clone", source.id);
    const seen = await one.call<{ VisibleColumns: string[]; grouping: number }>(
      "GET",
      `reports/get/with-columns/${clone.id}`,
    );
    expect([seen.data.grouping, seen.data.VisibleColumns]).toEqual([2, ["OrderNum", "TotalPrice"]]);
  });
});
