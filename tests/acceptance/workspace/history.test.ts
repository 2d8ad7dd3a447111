import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { DeletedItem, HistoryPage, HistoryVersion } from "#domain/wire/history.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** The history: changes with their author and time, deleted items, and restoring them. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

let shops = 0;
const merchant = () => {
  shops += 1;
  return workspace.givenMerchant(`shop-${shops}`);
};
type Merchant = Awaited<ReturnType<typeof merchant>>;
type Restored<Item> = { Item: Item; NotRestored: string[] };

const pageOf = async (one: Pick<Merchant, "call">, id: string, folder = "filters", before?: string) =>
  (await one.call<HistoryPage>("GET", `${folder}/history?id=${id}${before === undefined ? "" : `&before=${before}`}`))
    .data;
/** The newest page, which has the whole history of a new filter. */
const historyOf = async (one: Pick<Merchant, "call">, id: string, folder = "filters") =>
  (await pageOf(one, id, folder)).Items;
/** All pages, as when 'Show older' is pressed to the end. */
const pagesOf = async (one: Pick<Merchant, "call">, id: string) => {
  const pages: HistoryPage[] = [];
  do pages.push(await pageOf(one, id, "filters", pages.at(-1)?.Before ?? undefined));
  while (pages.at(-1)?.Before);
  return pages;
};
const deletedOf = async (one: Pick<Merchant, "call">, folder = "filters") =>
  (await one.call<DeletedItem[]>("GET", `${folder}/deleted`)).data;
const restore = <Item = Filter>(one: Pick<Merchant, "call">, id: string, version: number, folder = "filters") =>
  one.call<Restored<Item>>("POST", `${folder}/restore`, { id, version });

/** A filter with three edits, a while apart. */
const edited = async () => {
  const one = await merchant();
  const filter = await one.create();
  let now: Filter = filter;
  const edit = async (changes: Partial<Filter>) => {
    workspace.clock.advance(60_000);
    now = (await one.save({ ...now, ...changes })).data;
  };
  await edit({ title: "Wholesale" });
  await edit({ financial_status: 3 });
  await edit({ OrderSievers: [{ Field: 1001, Filter: ["vip", "trade"] }] });
  return { one, id: filter.id, now };
};

describe("the history of a filter", () => {
  it("describes who did what and when, newest first", async () => {
    const start = workspace.clock.now().getTime();
    const { one, id } = await edited();
    const items = await historyOf(one, id);
    expect(items.map(({ By, Sentence }) => [By, Sentence])).toEqual([
      ["You", "Order tags: added “vip”, “trade”."],
      ["You", "Financial status: from any to paid."],
      ["You", "Renamed from “New filter 1” to “Wholesale”."],
      ["You", "Created as “New filter 1”."],
    ]);
    expect(items.map(({ At }) => Date.parse(At) - start)).toEqual([180_000, 120_000, 60_000, 0]);
    expect(items.map(({ CanRestore }) => CanRestore)).toEqual([false, true, true, true]);
  });

  it("shows edits within two seconds as one line", async () => {
    const one = await merchant();
    const filter = await one.create();
    workspace.clock.advance(60_000);
    for (const title of ["Whole", "Wholes", "Wholesale"]) {
      await one.save({ ...filter, title });
      workspace.clock.advance(500);
    }
    expect((await historyOf(one, filter.id)).map(({ Sentence }) => Sentence)).toEqual([
      "Renamed from “New filter 1” to “Wholesale”.",
      "Created as “New filter 1”.",
    ]);
  });

  it("records moves only of the moved filters, and clones and deletions", async () => {
    const one = await merchant();
    const [a, b] = [await one.create(), await one.create()];
    await one.call("PUT", "filters/set-ordering", [b.id, a.id]);
    const { data: clone } = await one.call<Filter>("POST", "filters/clone", a.id);
    await one.call("POST", "filters/delete", clone.id);
    expect((await historyOf(one, b.id))[0]).toMatchObject({
      Sentence: "Moved from place 2 to place 1.",
      CanRestore: false,
    });
    expect((await historyOf(one, a.id)).map(({ Sentence }) => Sentence)).toEqual(["Created as “New filter 1”."]);
    expect((await historyOf(one, clone.id)).map(({ Sentence }) => Sentence)).toEqual([
      "Deleted.",
      "Cloned from “New filter 1”.",
    ]);
  });

  it("begins with Sheaf as the author for the system filters", async () => {
    const { token } = await workspace.givenShop("system-shop");
    const one = workspace.windowOf(token);
    // The same call as in a login.
    const accepted = await one.call("POST", "account/accept-terms", { HasAccepted: true, HasAcceptMarketing: false });
    expect(accepted.status).toBe(200);
    const [system] = await one.list();
    expect(await historyOf(one, system?.id ?? "")).toMatchObject([
      { By: "Sheaf", Sentence: "Created as “Custom filter”.", CanRestore: false },
    ]);
  });

  it("isn't found for an item that never existed", async () => {
    const one = await merchant();
    expect((await one.call("GET", "filters/history?id=never")).status).toBe(404);
    const design = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data;
    expect((await one.call("GET", `filters/history?id=${design.id}`)).status).toBe(404);
    expect((await one.call("GET", `reports/history?id=${design.id}`)).status).toBe(200);
  });
});

describe("restoring a version of a filter", () => {
  it("restores its whole content, as one new line of the history", async () => {
    const { one, id } = await edited();
    const renamed = (await historyOf(one, id)).find(({ Sentence }) => Sentence.startsWith("Renamed"));
    const reply = await restore(one, id, renamed?.Version ?? -1);
    expect(reply.data).toMatchObject({
      Item: { id, title: "Wholesale", financial_status: 0, OrderSievers: [] },
      NotRestored: [],
    });
    const read = await one.read(id);
    expect(read.filter).toEqual(reply.data.Item);
    expect(read.etag).toBe(reply.headers.get("etag"));
    const items = await historyOf(one, id);
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({
      Sentence: "Restored to an earlier version.",
      RestoredFrom: renamed?.At,
    });
  });

  it("can itself be undone", async () => {
    const { one, id, now } = await edited();
    const [newest, , , created] = await historyOf(one, id);
    await restore(one, id, created?.Version ?? -1);
    const back = await restore(one, id, newest?.Version ?? -1);
    expect(back.data.Item).toEqual(now);
  });

  it("changes nothing if the filter already matches it", async () => {
    const { one, id, now } = await edited();
    const [newest] = await historyOf(one, id);
    const reply = await restore(one, id, newest?.Version ?? -1);
    expect(reply.data).toEqual({ Item: now, NotRestored: [] });
    expect(await historyOf(one, id)).toHaveLength(4);
  });

  it("keeps the filter's current position", async () => {
    const { one, id } = await edited();
    const other = await one.create();
    await one.call("PUT", "filters/set-ordering", [other.id, id]);
    const created = (await historyOf(one, id)).at(-1);
    const reply = await restore(one, id, created?.Version ?? -1);
    expect(reply.data.Item.ordering).toBe(1);
  });

  it.each([
    ["a future version", 4711, 400, /no version 4711/],
    ["a version before the filter existed", 0, 404, /did not exist at that version/],
    ["a version that isn't a number", "newest", 400, /version must be/],
    ["a negative version", -1, 400, /version is too small/],
  ])("is refused for %s", async (_name, version, status, words) => {
    const { one, id } = await edited();
    const reply = await one.call("POST", "filters/restore", { id, version });
    expect(reply.status).toBe(status);
    expect(reply.envelope.ErrorMessage).toMatch(words);
  });
});

describe("the preview of a restore", () => {
  const preview = <Item = Filter>(one: Pick<Merchant, "call">, id: string, version: number | string, of = "filters") =>
    one.call<HistoryVersion<Item>>("GET", `${of}/history-version?id=${id}&version=${version}`);

  it("lists each field and matches the result of the restore", async () => {
    const { one, id } = await edited();
    const created = (await historyOf(one, id)).at(-1);
    const seen = await preview(one, id, created?.Version ?? -1);
    expect(seen.data).toMatchObject({
      Changes: [
        "Title: from “Wholesale” to “New filter 1”.",
        "Financial status: from paid to any.",
        "Order tags: removes “vip”, “trade”.",
      ],
      NotRestored: [],
    });
    expect((await historyOf(one, id)).length).toBe(4);
    const reply = await restore(one, id, created?.Version ?? -1);
    expect(reply.data.Item).toEqual(seen.data.Item);
    expect((await preview(one, id, created?.Version ?? -1)).data.Changes).toEqual([]);
  });

  it("says that a deleted filter or report design will be back", async () => {
    const one = await merchant();
    const filter = await one.create();
    await one.call("POST", "filters/delete", filter.id);
    const [deleted] = await deletedOf(one);
    expect((await preview(one, filter.id, deleted?.Version ?? -1)).data.Changes).toEqual([
      "“New filter 1” will be back, at the end of the list.",
    ]);
    const design = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data;
    const [made] = await historyOf(one, design.id, "reports");
    const standing = await preview<ReportDesignItem>(one, design.id, made?.Version ?? -1, "reports");
    expect(standing.data).toEqual({ Item: design, Changes: [], NotRestored: [] });
    await one.call("POST", "reports/delete", design.id);
    const gone = await preview<ReportDesignItem>(one, design.id, made?.Version ?? -1, "reports");
    expect(gone.data).toMatchObject({ Changes: ["“Untitled1” will be back, at the end of the list."] });
  });

  it.each([
    ["a future version", 4711, 400, /no version 4711/],
    ["a version before the filter existed", 0, 404, /did not exist at that version/],
    ["a version that isn't a number", "newest", 400, /version/],
  ])("is refused for %s", async (_name, version, status, words) => {
    const { one, id } = await edited();
    const reply = await preview(one, id, version);
    expect(reply.status).toBe(status);
    expect(reply.envelope.ErrorMessage).toMatch(words);
  });

  it("is limited to the shop's own versions", async () => {
    const { one, id } = await edited();
    const other = await merchant();
    const [newest] = await historyOf(one, id);
    // The other workspace has no such version, or no such filter at it.
    expect((await preview(other, id, newest?.Version ?? -1)).data).toBeNull();
    expect((await preview(other, id, 1)).status).toBe(404);
  });
});

describe.each([
  { folder: "filters", thing: "filter", words: "You cannot add new filters. You have exceed the filter's quota" },
  { folder: "reports", thing: "design", words: "You cannot add new reports. You have exceed the report's quota" },
])("deleted items of $folder", ({ folder, words }) => {
  type Item = { id: string; title: string; ordering: number };
  const create = async (one: Merchant) => (await one.call<Item>("POST", `${folder}/create-new`)).data;

  it("are listed with title and time, newest first, and are restored to the end of the list", async () => {
    const one = await merchant();
    const [a, b, c] = [await create(one), await create(one), await create(one)];
    await one.call("POST", `${folder}/delete`, a.id);
    workspace.clock.advance(60_000);
    await one.call("POST", `${folder}/delete`, b.id);
    const deleted = await deletedOf(one, folder);
    expect(deleted.map(({ id, title, DeletedAt }) => [id, title, DeletedAt])).toEqual([
      [b.id, b.title, workspace.clock.now().toISOString()],
      [a.id, a.title, new Date(workspace.clock.now().getTime() - 60_000).toISOString()],
    ]);
    const back = await restore<Item>(one, a.id, deleted[1]?.Version ?? -1, folder);
    expect(back.data).toMatchObject({ Item: { id: a.id, title: a.title, ordering: 1 }, NotRestored: [] });
    const list = folder === "filters" ? "filters/get-filters" : "reports/get-reports";
    const now = (await one.call<(Item & { order_filter_view?: number })[]>("GET", list)).data;
    expect(now.filter((item) => !item.order_filter_view).map(({ id }) => id)).toEqual([c.id, a.id]);
    expect((await deletedOf(one, folder)).map(({ id }) => id)).toEqual([b.id]);
  });

  it("are listed once after a second deletion, with its time", async () => {
    const one = await merchant();
    const { id } = await create(one);
    await one.call("POST", `${folder}/delete`, id);
    const [first] = await deletedOf(one, folder);
    await restore(one, id, first?.Version ?? -1, folder);
    workspace.clock.advance(60_000);
    await one.call("POST", `${folder}/delete`, id);
    const again = await deletedOf(one, folder);
    expect(again).toHaveLength(1);
    expect(again[0]?.Version).toBeGreaterThan(first?.Version ?? 0);
    expect((await restore(one, id, again[0]?.Version ?? -1, folder)).status).toBe(200);
  });

  it("can be restored only within the quota", async () => {
    const one = await merchant();
    const { id } = await create(one);
    await one.call("POST", `${folder}/delete`, id);
    for (let n = 0; n < 5; n++) await create(one);
    const [deleted] = await deletedOf(one, folder);
    const reply = await restore(one, id, deleted?.Version ?? -1, folder);
    expect(refusalIn(reply)).toEqual({ status: 200, code: "rule", message: words });
    expect(await deletedOf(one, folder)).toHaveLength(1);
  });

  it("are visible only to their own shop", async () => {
    const [one, other] = [await merchant(), await merchant()];
    await one.call("POST", `${folder}/delete`, (await create(one)).id);
    expect(await deletedOf(other, folder)).toEqual([]);
  });
});

describe("the history of a report design", () => {
  it("lists its creation and deletion, and can restore its columns", async () => {
    const one = await merchant();
    const body = { Grouping: 2, Columns: ["OrderNum", "TotalPrice"] };
    const design = (await one.call<ReportDesignItem>("POST", "reports/create-new", body)).data;
    await one.call("POST", "reports/delete", design.id);
    const items = await historyOf(one, design.id, "reports");
    expect(items.map(({ Sentence, CanRestore }) => [Sentence, CanRestore])).toEqual([
      ["Deleted.", false],
      ["Created with 2 columns, one row per order.", true],
    ]);
    const back = await restore<ReportDesignItem>(one, design.id, items[1]?.Version ?? -1, "reports");
    expect(back.data.Item).toEqual(design);
    const seen = await one.call<{ VisibleColumns: string[] }>("GET", `reports/get/with-columns/${design.id}`);
    expect(seen.data.VisibleColumns).toEqual(body.Columns);
  });
});

describe("a long history", () => {
  /** A filter with so many edits, a minute apart or typed in a row. */
  const muchEdited = async (edits: number, apart: number) => {
    const one = await merchant();
    const filter = await one.create();
    for (let n = 1; n <= edits; n += 1) {
      workspace.clock.advance(apart);
      await one.save({ ...filter, title: `Name ${n}` });
    }
    return { one, id: filter.id };
  };

  it("comes 50 lines at a time, newest first, every line once", async () => {
    const { one, id } = await muchEdited(130, 60_000);
    const pages = await pagesOf(one, id);
    expect(pages.map(({ Items }) => Items.length)).toEqual([50, 50, 31]);
    const lines = pages.flatMap(({ Items }) => Items);
    expect(lines.map(({ Sentence }) => Sentence)).toEqual([
      ...Array.from({ length: 129 }, (_, n) => `Renamed from “Name ${129 - n}” to “Name ${130 - n}”.`),
      "Renamed from “New filter 1” to “Name 1”.",
      "Created as “New filter 1”.",
    ]);
    // Only what stands cannot be gone back to.
    expect(lines.flatMap(({ CanRestore }, place) => (CanRestore ? [] : [place]))).toEqual([0]);
  });

  it("continues where it was, even if the filter is edited in the meantime", async () => {
    const { one, id } = await muchEdited(60, 60_000);
    const first = await pageOf(one, id);
    workspace.clock.advance(60_000);
    await one.save({ ...(await one.read(id)).filter, title: "Meanwhile" });
    const second = await pageOf(one, id, "filters", first.Before ?? undefined);
    expect(second.Items[0]?.Version).toBeLessThan(first.Items.at(-1)?.Version ?? 0);
    expect(first.Items.length + second.Items.length).toBe(61);
  });

  it("merges edits typed in a row, even more than a page of them", async () => {
    const { one, id } = await muchEdited(140, 500);
    const pages = await pagesOf(one, id);
    expect(pages.flatMap(({ Items }) => Items.map(({ Sentence }) => Sentence))).toEqual([
      "Renamed from “New filter 1” to “Name 140”.",
      "Created as “New filter 1”.",
    ]);
  });

  it("shows when a restored version was made, however long ago", async () => {
    const { one, id } = await muchEdited(60, 60_000);
    const oldest = (await pagesOf(one, id)).at(-1)?.Items.at(-1);
    for (let n = 0; n < 120; n += 1) {
      workspace.clock.advance(60_000);
      await one.save({ ...(await one.read(id)).filter, title: `Later ${n}` });
    }
    workspace.clock.advance(60_000);
    await restore(one, id, oldest?.Version ?? -1);
    expect((await historyOf(one, id))[0]?.RestoredFrom).toBe(oldest?.At);
  });

  it("is hidden from other shops on every page", async () => {
    const { one, id } = await muchEdited(60, 60_000);
    const other = await merchant();
    const { Before } = await pageOf(one, id);
    expect((await other.call("GET", `filters/history?id=${id}`)).status).toBe(404);
    expect(await pageOf(other, id, "filters", Before ?? "")).toEqual({ Items: [], Before: null });
  });

  it.each(["tomorrow", "bm90IGpzb24", Buffer.from('{"below":-1,"standing":true}').toString("base64url")])(
    "refuses to continue at %s",
    async (before) => {
      const { one, id } = await edited();
      const reply = await one.call("GET", `filters/history?id=${id}&before=${before}`);
      expect(refusalIn(reply)).toMatchObject({
        status: 400,
        message: "before: this isn't a place in the history. Open the history again.",
      });
    },
  );
});

describe("a history of large changes", () => {
  it("has a line for each, newest first, and counts the values of a long list", async () => {
    const { one, id, now } = await edited();
    const letters = Array.from("abcdefghijklm");
    for (const letter of letters) {
      workspace.clock.advance(60_000);
      const Filter = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, letter));
      await one.save({ ...now, OrderSievers: [3003, 4000, 5002].map((Field) => ({ Field, Filter })) });
    }
    const items = await historyOf(one, id);
    expect(items[0]?.Sentence).toMatch(
      /^Customer city: added “0 mmm.* and 495 others, removed “0 lll.* and 495 others\.$/,
    );
    expect(items.length).toBe(4 + 3 * letters.length + 1);
    expect(items.map(({ Version }) => Version)).toEqual(items.map(({ Version }) => Version).toSorted((a, b) => b - a));
  });
});
