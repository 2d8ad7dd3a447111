import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Actor, listEventTypes } from "../../core/message.ts";
import {
  CustomColumnCategory,
  Grouping,
  NumberFormatType,
  OrderFilterView,
  Sorting,
  WorksheetSplitter,
} from "../../enumerations.ts";
import { SieverCode } from "../../filters/sievers.ts";
import { dailySchedule } from "../automations/automation.ts";
import { type WorkspaceEvent, workspaceEventSchemas } from "../events.ts";
import { automation, byEmail, byFtp, content, designFacts, reference, texts } from "../workspace-for-tests.ts";
import { describeHistoryChange } from "./describe-change.ts";
import type { HistoryEntry } from "./history.ts";
import { detokenizeChange, toHistoryChange } from "./history-change.ts";
import {
  buildHistoryPage,
  firstLines,
  type HistoryCursor,
  type HistorySlice,
  listMissingSources,
} from "./history-page.ts";

const samples = fileURLToPath(new URL("../../samples/", import.meta.url));
const workspaceTypes = listEventTypes(workspaceEventSchemas);

const tags = (from: string[], to: string[]): WorkspaceEvent => ({
  type: "FilterSieverChanged",
  data: { filterId: "f", siever: SieverCode.OrderTags, from, to },
});
const renamed = (from: string, to: string): WorkspaceEvent => ({
  type: "FilterRenamed",
  data: { filterId: "f", from, to },
});
const created: WorkspaceEvent = {
  type: "FilterCreated",
  data: { filterId: "f", view: OrderFilterView.All, ordering: 0, ...content({ title: "New filter 1" }) },
};
const deleted: WorkspaceEvent = { type: "FilterDeleted", data: { filterId: "f", title: "a", left: [] } };
const ordered: WorkspaceEvent = { type: "FiltersOrdered", data: { from: ["f", "g"], to: ["g", "f"], moved: ["f"] } };

describe("every event of a workspace", () => {
  it("has a sample", () => {
    expect(workspaceTypes).toHaveLength(43);
    const files = readdirSync(samples);
    for (const type of workspaceTypes) expect(files).toContain(`${type}.v1.json`);
  });

  it.each(workspaceTypes)("has a sentence without ids: %s", (type) => {
    const text = readFileSync(`${samples}${type}.v1.json`, "utf8");
    const { data } = JSON.parse(text) as { data: Record<string, unknown> };
    const id = String(data.filterId ?? data.reportId ?? data.automationId ?? (data.moved as string[])[0]);
    const sentence = describeHistoryChange(toHistoryChange({ type, data } as WorkspaceEvent, id));
    expect(sentence).toMatch(/^[A-Z].*[.]$/);
    expect(sentence).not.toMatch(/undefined|null|[0-9a-f]{8}-|\d{4}(?!\/)/);
  });
});

describe("a history sentence", () => {
  it.each<[WorkspaceEvent, string]>([
    [tags(["wholesale"], ["vip"]), "Order tags: added “vip”, removed “wholesale”."],
    [tags([], ["a", "b", "c", "d", "e", "f", "g"]), "Order tags: added “a”, “b”, “c”, “d”, “e” and 2 others."],
    [tags([], ["x".repeat(61)]), `Order tags: added “${"x".repeat(60)}…”.`],
    [tags(["a", "b"], ["b", "a"]), "Order tags: the values were reordered."],
    [
      { type: "FilterSieverChanged", data: { filterId: "f", siever: SieverCode.Sku, from: ["1"], to: [] } },
      "Variant SKU: removed “1”.",
    ],
    [
      { type: "FilterStatusChanged", data: { filterId: "f", status: "financial_status", from: 0, to: 5 } },
      "Financial status: from any to paid or partially paid.",
    ],
    [
      { type: "FilterStatusChanged", data: { filterId: "f", status: "fulfillment_status", from: 4, to: 3 } },
      "Fulfillment status: from has something to ship to unshipped.",
    ],
    [
      {
        type: "FilterSieverChanged",
        data: { filterId: "f", siever: SieverCode.Quantity, from: [], to: [">=5", "!7"] },
      },
      "Order line quantity: added ≥ 5, not “7”.",
    ],
    [
      {
        type: "FilterSieverChanged",
        data: { filterId: "f", siever: SieverCode.LineFulfillmentStatus, from: ["*"], to: ["!not_eligible", "!*"] },
      },
      "Order line fulfillment status: added not “not eligible”, empty, removed any value.",
    ],
    [renamed("a", "b"), "Renamed from “a” to “b”."],
    [ordered, "Moved from place 1 to place 2."],
    [
      { type: "FiltersOrdered", data: { from: ["a", "f", "b"], to: ["b", "f", "a"], moved: ["a", "f"] } },
      "Stayed at place 2 while others moved around it.",
    ],
    [
      {
        type: "CustomColumnChanged",
        data: {
          reportId: "f",
          column: "Custom1",
          from: { category: CustomColumnCategory.ExcelFormula, formula: "=A1*2" },
          to: { category: CustomColumnCategory.ProductMetafields, name: "custom.material" },
        },
      },
      "Content of column “Custom 1”: from =A1*2 to the product metafield “custom.material”.",
    ],
    [{ type: "ReportDesignCreated", data: designFacts("f", 0) }, "Created with 2 columns, one row per order line."],
    [
      { type: "ReportDesignCloned", data: { ...designFacts("f", 1, { title: "Copy of Sales" }), clonedFrom: "r" } },
      "Cloned from “Sales”.",
    ],
    [
      {
        type: "ReportDesignCloned",
        data: { ...designFacts("f", 1, { title: `Copy of ${"x".repeat(42)}` }), clonedFrom: "r" },
      },
      `Cloned from “${"x".repeat(42)}…”.`,
    ],
    [
      { type: "ReportDesignRestored", data: { ...designFacts("f", 0), version: 1, notRestored: ["Not the title."] } },
      "Restored to an earlier version. Not the title.",
    ],
    [
      { type: "ReportGroupingChanged", data: { reportId: "f", from: Grouping.Orders, to: Grouping.OnePerOrder } },
      "Rows: from one per order line to one per order.",
    ],
    [
      { type: "ReportSplitterChanged", data: { reportId: "f", from: 0, to: WorksheetSplitter.OrderTags } },
      "Worksheets: from one worksheet to one per order tag.",
    ],
    [
      {
        type: "ReportSortingChanged",
        data: { reportId: "f", from: null, to: { column: "TotalPrice", sorting: Sorting.Ascending } },
      },
      "Sorting: from newest order first to “Total price”, low to high.",
    ],
    [
      {
        type: "ReportSortingChanged",
        data: { reportId: "f", from: null, to: { column: "OrderDate", sorting: Sorting.Descending } },
      },
      "Sorting: from newest order first to “Order date”, newest first.",
    ],
    [
      { type: "ReportColumnShown", data: { reportId: "f", columns: ["SKU", "Price"], shown: ["SKU", "Price"] } },
      "Columns: added “SKU”, “Price”.",
    ],
    [
      { type: "ReportColumnMoved", data: { reportId: "f", columns: ["SKU"], shown: ["Price", "SKU"] } },
      "Columns: moved “SKU”.",
    ],
    [
      { type: "ReportColumnHidden", data: { reportId: "f", columns: [..."abcdefgh"], shown: ["Price", "SKU"] } },
      "Columns: hid “a”, “b”, “c”, “d”, “e” and 3 others.",
    ],
    [
      { type: "ReportColumnRenamed", data: { reportId: "f", column: "SKU", from: null, to: "Code" } },
      "Title of column “SKU”: from the original one to “Code”.",
    ],
    [
      { type: "ReportColumnResized", data: { reportId: "f", column: "SKU", from: 12, to: null } },
      "Width of column “SKU”: from 12 to the default.",
    ],
    [
      {
        type: "ReportNumberFormatChanged",
        data: { reportId: "f", column: "Price", from: null, to: { type: NumberFormatType.LessThanRed, limit: 5 } },
      },
      "Number format of column “Price”: from none to red up to 5.",
    ],
    [automation("f"), "Created as “Every morning”."],
    [
      { type: "AutomationFileTypeChanged", data: { automationId: "f", from: 1, to: 2 } },
      "File format: from Excel to CSV.",
    ],
    [{ type: "AutomationStarted", data: { automationId: "f" } }, "Started."],
    [{ type: "AutomationPaused", data: { automationId: "f" } }, "Paused."],
    [{ type: "WebhookSecretShown", data: { automationId: "f" } }, "Showed the webhook's secret."],
    [{ type: "WebhookSecretRenewed", data: { automationId: "f" } }, "Created a new secret for the webhook."],
    [{ type: "AutomationRenamed", data: { automationId: "f", from: "A", to: "B" } }, "Renamed from “A” to “B”."],
    [
      { type: "AutomationDesignChosen", data: { automationId: "f", from: "r", to: "s" } },
      "Another report design was chosen.",
    ],
    [{ type: "AutomationFilterChosen", data: { automationId: "f", from: "f", to: "g" } }, "Another filter was chosen."],
    [
      { type: "AutomationEmptyReportsChanged", data: { automationId: "f", from: true, to: false } },
      "Empty reports are no longer sent.",
    ],
    [
      { type: "AutomationDateFilterChanged", data: { automationId: "f", from: false, to: true } },
      "The date filter was switched on.",
    ],
    [
      { type: "AutomationDateBasisChanged", data: { automationId: "f", from: 0, to: 2 } },
      "Date that counts: from created to paid.",
    ],
    [
      {
        type: "AutomationScheduleChanged",
        data: {
          automationId: "f",
          from: dailySchedule,
          to: {
            ...dailySchedule,
            frequency: 7,
            customWeeklyDay: 5,
            customHour: 545,
            startsFrom: "2026-12-01",
            delay: 24,
          },
        },
      },
      "Schedule: from daily to weekly on a day of your choice. Delay: from none to 1 day. Day of the week: from Monday to Friday. Time: from 00:01 to 09:05. Start date: from none to 2026/12/01.",
    ],
    [
      { type: "AutomationDestinationChanged", data: { automationId: "f", from: byEmail(), to: byFtp() } },
      "Destination: from e-mail to FTP.",
    ],
    [
      {
        type: "AutomationDestinationChanged",
        data: {
          automationId: "f",
          from: byFtp(),
          to: byFtp({ host: "2001:db8::1", port: 2121, directory: "in", password: `sv:${"q".repeat(22)}` }),
        },
      },
      "FTP host: from “ftp.example.com” to “[2001:db8::1]:2121”. FTP directory: from empty to “in”. The FTP password was changed.",
    ],
    [
      {
        type: "AutomationDestinationChanged",
        data: {
          automationId: "f",
          from: byEmail(),
          to: byEmail({ recipients: [reference("a"), reference("z")], message: reference("b") }),
        },
      },
      "Recipients: from “ann@example.com” to “ann@example.com”, an erased value. The message was changed.",
    ],
    [
      { type: "AutomationNextDestinationChanged", data: { automationId: "f", from: null, to: byFtp() } },
      "A new destination was chosen: FTP. It isn't in use yet.",
    ],
    [
      {
        type: "AutomationNextDestinationChanged",
        data: { automationId: "f", from: byFtp(), to: byFtp({ directory: "in" }) },
      },
      "A new destination was chosen: FTP. It isn't in use yet.",
    ],
    [
      { type: "AutomationNextDestinationChanged", data: { automationId: "f", from: byFtp(), to: null } },
      "The destination that wasn't in use yet was removed: FTP.",
    ],
  ])("is in the merchant's words (%#)", (event, sentence) => {
    expect(describeHistoryChange(detokenizeChange(toHistoryChange(event, "f"), texts))).toBe(sentence);
  });
});

describe("a history", () => {
  const merchant: Actor = { kind: "merchant" };
  const support: Actor = { kind: "support", agent: "A. Agent", impersonation: "i" };
  /** Rows: seconds after noon, author, event. Versions count from 3. */
  const entries = (...rows: [number, Actor, WorkspaceEvent][]): HistoryEntry[] =>
    rows.map(([seconds, actor, event], n) => ({
      version: n + 3,
      instant: new Date(Date.UTC(2026, 10, 20, 12, 0, 0, seconds * 1_000)).toISOString(),
      actor,
      change: toHistoryChange(event, "f"),
    }));
  const pageFrom = (read: HistorySlice, place: HistoryCursor | undefined) => {
    const first = firstLines(read);
    return first && buildHistoryPage(first, { standing: place?.standing ?? false }, read.entries);
  };
  /** `given`: oldest first. Returns one page. */
  const historyOf = (given: readonly HistoryEntry[]) =>
    pageFrom({ entries: given.toReversed(), ended: true }, undefined)?.lines ?? [];
  /** Reads `atOnce` entries at a time, and more as needed. */
  const pagesOf = (given: readonly HistoryEntry[], atOnce: number) => {
    const pages = [];
    let place: HistoryCursor | undefined;
    do {
      const below = given.toReversed().filter(({ version }) => version < (place?.below ?? Number.POSITIVE_INFINITY));
      let page: ReturnType<typeof pageFrom>;
      for (let limit = atOnce; page === undefined; limit += atOnce)
        page = pageFrom({ entries: below.slice(0, limit), ended: below.length < limit }, place);
      pages.push(page.lines);
      place = page.next ?? undefined;
    } while (place);
    return pages;
  };
  const sentences = (...rows: [number, Actor, WorkspaceEvent][]) =>
    historyOf(entries(...rows)).map(({ sentence }) => sentence);

  it("begins with the newest change, and names its author", () => {
    const system: Actor = { kind: "system", part: "log-in" };
    const given = entries([0, system, created], [10, merchant, renamed("a", "b")], [20, support, tags([], ["vip"])]);
    expect(historyOf(given)).toEqual([
      {
        version: 5,
        instant: "2026-11-20T12:00:20.000Z",
        by: "Sheaf support (A. Agent)",
        sentence: "Order tags: added “vip”.",
        canRestore: false,
        restoredFrom: null,
      },
      {
        version: 4,
        instant: "2026-11-20T12:00:10.000Z",
        by: "You",
        sentence: "Renamed from “a” to “b”.",
        canRestore: true,
        restoredFrom: null,
      },
      {
        version: 3,
        instant: "2026-11-20T12:00:00.000Z",
        by: "Sheaf",
        sentence: "Created as “New filter 1”.",
        canRestore: true,
        restoredFrom: null,
      },
    ]);
  });

  it("merges one person's edits of a field that follow within two seconds", () => {
    const typed = entries(
      [0, merchant, renamed("a", "ab")],
      [2, merchant, renamed("ab", "abc")],
      [4, merchant, renamed("abc", "abcd")],
    );
    expect(historyOf(typed)).toMatchObject([
      { version: 5, instant: "2026-11-20T12:00:04.000Z", sentence: "Renamed from “a” to “abcd”." },
    ]);
  });

  it("does not merge edits that are further apart, by others, or of other fields", () => {
    expect(sentences([0, merchant, renamed("a", "b")], [2.001, merchant, renamed("b", "c")])).toHaveLength(2);
    // The clock was set back in between.
    expect(sentences([9, merchant, renamed("a", "b")], [1, merchant, renamed("b", "c")])).toHaveLength(2);
    expect(sentences([0, merchant, renamed("a", "b")], [1, support, renamed("b", "c")])).toHaveLength(2);
    expect(sentences([0, merchant, renamed("a", "b")], [1, merchant, tags([], ["vip"])])).toHaveLength(2);
  });

  it("merges alternating edits of two fields, but not across another kind of change or author", () => {
    expect(
      sentences(
        [0, merchant, renamed("a", "b")],
        [0, merchant, tags([], ["v"])],
        [1, merchant, renamed("b", "c")],
        [1, merchant, tags(["v"], ["vip"])],
      ),
    ).toEqual(["Order tags: added “vip”.", "Renamed from “a” to “c”."]);
    const between = (actor: Actor, event: WorkspaceEvent) =>
      sentences([0, merchant, renamed("a", "b")], [0.5, actor, event], [1, merchant, renamed("b", "c")]);
    expect(between(support, tags([], ["vip"]))).toHaveLength(3);
    expect(between(merchant, deleted)).toHaveLength(3);
  });

  it("shows a change and its reverse as one line", () => {
    expect(sentences([0, merchant, renamed("a", "b")], [1, merchant, renamed("b", "a")])).toEqual([
      "Renamed and renamed back.",
    ]);
    expect(sentences([0, merchant, tags(["a"], [])], [1, merchant, tags([], ["a"])])).toEqual([
      "Order tags: changed and changed back.",
    ]);
  });

  it("names the date of a restored version, even if the filter was deleted in the meantime", () => {
    const restored: WorkspaceEvent = {
      type: "FilterRestored",
      data: { filterId: "f", view: OrderFilterView.All, ordering: 0, ...content(), version: 5, notRestored: [] },
    };
    const given = entries(
      [0, merchant, created],
      [9, merchant, renamed("a", "b")],
      [20, merchant, deleted],
      [30, merchant, restored],
    );
    expect(historyOf(given).map(({ restoredFrom }) => restoredFrom)).toEqual([
      "2026-11-20T12:00:09.000Z",
      null,
      null,
      null,
    ]);
  });

  it("offers to restore every earlier content, but no move or deletion", () => {
    const given = entries([0, merchant, created], [9, merchant, renamed("a", "b")], [20, merchant, ordered]);
    expect(historyOf(given).map(({ canRestore }) => canRestore)).toEqual([false, false, true]);
    const gone = entries([0, merchant, created], [9, merchant, renamed("a", "b")], [20, merchant, deleted]);
    expect(historyOf(gone).map(({ canRestore }) => canRestore)).toEqual([false, true, true]);
  });

  it("keeps only the description of a large paste, and does not merge it", () => {
    const cities = Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, "x"));
    const [pasted] = entries([0, merchant, tags([], cities)]);
    expect(JSON.stringify(pasted).length).toBeLessThan(1_500);
    const said = sentences([0, merchant, tags([], cities)], [1, merchant, tags(cities, [])]);
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/^Order tags: added “0 x+…”, “1 .*, “4 x+…” and 495 others\.$/);
    expect(said[1]).toBe(sentences([0, merchant, tags([], cities)])[0]);
    // One addition to a long list is as small as one to a short list.
    expect(
      sentences(
        [0, merchant, tags(cities, [...cities, "v"])],
        [1, merchant, tags([...cities, "v"], [...cities, "vip"])],
      ),
    ).toEqual(["Order tags: added “vip”."]);
  });

  it("is the same in pages as at once", () => {
    const typed: [number, Actor, WorkspaceEvent][] = Array.from({ length: 400 }, (_, n) => [
      // Bursts of seven edits that alternate between two fields.
      Math.floor(n / 7) * 60 + (n % 7),
      merchant,
      n % 2 === 0 ? renamed(`${n - 2}`, `${n}`) : tags([`${n - 2}`], [`${n}`]),
    ]);
    const given = entries([0, merchant, created], ...typed);
    const pages = pagesOf(given, 100);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(50);
    const whole = [...pages.flat()];
    expect(whole.map(({ version }) => version)).toEqual(
      whole.map(({ version }) => version).toSorted((one, other) => other - one),
    );
    // Two lines for each burst; the last of the 58 has a single edit.
    expect(whole).toHaveLength(57 * 2 + 1 + 1);
    for (const atOnce of [3, 5, 8, 13, 64, 1_000]) expect(pagesOf(given, atOnce).flat()).toEqual(whole);
  });

  it("merges an edit that is longer than a page", () => {
    const typed: [number, Actor, WorkspaceEvent][] = Array.from({ length: 230 }, (_, n) => [
      10 + n,
      merchant,
      renamed(`${n}`, `${n + 1}`),
    ]);
    const pages = pagesOf(entries([0, merchant, created], ...typed), 100);
    expect(pages.flat().map(({ sentence }) => sentence)).toEqual([
      "Renamed from “0” to “230”.",
      "Created as “New filter 1”.",
    ]);
  });

  it("splits an edit of more than a thousand saves", () => {
    const typed: [number, Actor, WorkspaceEvent][] = Array.from({ length: 1_500 }, (_, n) => [
      n,
      merchant,
      renamed(`${n}`, `${n + 1}`),
    ]);
    expect(pagesOf(entries(...typed), 100).map((page) => page.map(({ sentence }) => sentence))).toEqual([
      ["Renamed from “500” to “1500”."],
      ["Renamed from “0” to “500”."],
    ]);
  });

  it("does not offer to restore the current content, even if that is on a later page", () => {
    const moves: [number, Actor, WorkspaceEvent][] = Array.from({ length: 60 }, (_, n) => [
      60 + n * 9,
      merchant,
      ordered,
    ]);
    const given = entries([0, merchant, created], [9, merchant, renamed("a", "b")], ...moves);
    const [first, second] = pagesOf(given, 100);
    expect(first).toHaveLength(50);
    expect(second?.slice(-3).map(({ canRestore }) => canRestore)).toEqual([false, false, true]);
    const edits: [number, Actor, WorkspaceEvent][] = Array.from({ length: 60 }, (_, n) => [
      n * 9,
      merchant,
      renamed(`${n}`, "b"),
    ]);
    expect(pagesOf(entries(...edits), 100).map((page) => page.filter((line) => !line.canRestore).length)).toEqual([
      1, 0,
    ]);
  });

  it("requests the source of a restoration that is further down", () => {
    const restored: WorkspaceEvent = {
      type: "FilterRestored",
      data: { filterId: "f", view: OrderFilterView.All, ordering: 0, ...content(), version: 3, notRestored: [] },
    };
    const [source, ...newer] = entries(
      [0, merchant, created],
      [9, merchant, renamed("a", "b")],
      [20, merchant, restored],
    );
    const read: HistorySlice = { entries: newer.toReversed(), ended: true };
    const first = firstLines(read);
    expect(listMissingSources(first?.lines ?? [], read)).toEqual([3]);
    const page = first && source && buildHistoryPage(first, { standing: false }, [...read.entries, source]);
    expect(page?.lines[0]?.restoredFrom).toBe("2026-11-20T12:00:00.000Z");
    expect(
      listMissingSources(first?.lines ?? [], { ...read, entries: [...read.entries, ...(source ? [source] : [])] }),
    ).toEqual([]);
  });
});
