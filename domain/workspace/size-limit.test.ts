import { describe, expect, it } from "vitest";
import { metadataAt } from "../core/context-for-tests.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { SieverCode } from "../filters/sievers.ts";
import { noFeature } from "../shop/features-for-tests.ts";
import { workspaceDecider } from "./decider.ts";
import type { WorkspaceEvent } from "./events.ts";
import { content, designFacts, givenWorkspace } from "./workspace-for-tests.ts";

const most = { maxFilters: 200, maxReports: 200 };
const texts = new Map();

const filter = (
  filterId: string,
  ordering: number,
  sievers: ReturnType<typeof content>["sievers"],
): WorkspaceEvent => ({
  type: "FilterCreated",
  data: { filterId, view: 0, ordering, ...content({ sievers }) },
});
const design = (reportId: string, ordering = 0): WorkspaceEvent => ({
  type: "ReportDesignCreated",
  data: designFacts(reportId, ordering),
});

/** About 380 kB: three sievers full of long values. */
const heavySievers = Object.fromEntries(
  [SieverCode.Vendor, SieverCode.ProductTypes, SieverCode.ProductTitle].map((code) => [
    code,
    Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(250, "x")),
  ]),
);
const heavyFilters = (count: number) => Array.from({ length: count }, (_, n) => filter(`h${n}`, n, heavySievers));

/** A full workspace: ten heavy filters, a design and a filler. */
const full = () => {
  const others = [...heavyFilters(10), design("r"), filter("filler", 10, { [SieverCode.Sku]: [""] })];
  const left = 4_000_000 - JSON.stringify(givenWorkspace(...others).state).length;
  const filler = filter("filler", 10, { [SieverCode.Sku]: ["s".repeat(left - 50)] });
  return givenWorkspace(...others.with(-1, filler));
};

const tooHeavy =
  /^A shop's filters and reports can take up to 4,000 kB together\. With this change they would take 4,\d{3} kB\. Delete some you no longer need, or remove values from the longest filters, and try again\.$/;

describe("a shop's whole workspace", () => {
  it("has room for every filter and design of the largest tier with typical content", () => {
    const skus = Array.from({ length: 500 }, (_, n) => `ART-${n + 10_000}-XL`);
    const lists = Array.from({ length: 199 }, (_, n) => filter(`f${n}`, n, { [SieverCode.Sku]: skus }));
    const made = Array.from({ length: 199 }, (_, n) => [
      design(`r${n}`, n),
      ...Array.from({ length: 50 }, (_, column): WorkspaceEvent => {
        const data = { reportId: `r${n}`, column: `Column${column}`, from: null, to: "Amount to be paid" };
        return { type: "ReportColumnRenamed", data };
      }),
    ]).flat();
    const { when } = givenWorkspace(...lists, ...made);
    expect(when({ type: "CloneFilter", filterId: "f0", ...most })).toHaveLength(1);
    expect(when({ type: "CloneReportDesign", reportId: "r0", ...most })).toHaveLength(1);
  });

  it.each<[string, Parameters<ReturnType<typeof full>["when"]>[0]]>([
    ["a filter that is created", { type: "CreateFilter", ...most }],
    ["a filter that is cloned", { type: "CloneFilter", filterId: "h0", ...most }],
    [
      "a filter that gets more values",
      {
        type: "UpdateFilter",
        filterId: "h0",
        base: content({ sievers: heavySievers }),
        wanted: content({ sievers: { ...heavySievers, [SieverCode.Country]: ["Germany"] } }),
        texts,
      },
    ],
    [
      "a filter that is restored",
      {
        type: "RestoreFilter",
        filterId: "gone",
        version: 1,
        earlier: content({ sievers: heavySievers }),
        texts,
        ...most,
      },
    ],
    ["a design that is created", { type: "CreateReportDesign", features: noFeature, ...most }],
    ["a design that is cloned", { type: "CloneReportDesign", reportId: "r", ...most }],
    [
      "a design that gets a setting",
      {
        type: "UpdateReportDesign",
        reportId: "r",
        base: designFacts("r", 0),
        wanted: { "columns.OrderNum.title": "The number of the order" },
        order: ["OrderNum", "TotalPrice"],
        features: noFeature,
      },
    ],
    [
      "a design that is restored",
      { type: "RestoreReportDesign", reportId: "gone", version: 1, earlier: designFacts("gone", 0), ...most },
    ],
  ])("cannot grow once it is full, by %s", (_what, command) => {
    expect(refusalOf(full().when(command))).toMatchObject({ code: "rule", message: expect.stringMatching(tooHeavy) });
  });

  it("can be reduced, reordered and opened although it is too large", () => {
    const { when } = givenWorkspace(...heavyFilters(12));
    const ids = Array.from({ length: 12 }, (_, n) => `h${n}`);
    expect(when({ type: "DeleteFilter", filterId: "h0" })).toHaveLength(1);
    expect(when({ type: "OrderFilters", base: ids, wanted: ids.toReversed() })).toHaveLength(1);
    expect(when({ type: "EnsureSystemFilters" })).toHaveLength(2);
    const base = content({ sievers: heavySievers });
    expect(when({ type: "UpdateFilter", filterId: "h0", base, wanted: content(), texts })).toHaveLength(3);
  });

  it("has room again after a deletion", () => {
    const { state, when } = full();
    const [deleted] = when({ type: "DeleteFilter", filterId: "h3" }) as WorkspaceEvent[];
    if (!deleted) throw new Error("Expected a deletion.");
    const after = workspaceDecider.evolve(state, deleted, metadataAt("2026-11-20T10:00:00.000Z"), 12);
    const later = given({ ...workspaceDecider, initialState: after }, []);
    expect(later.when({ type: "CloneReportDesign", reportId: "r", ...most })).toHaveLength(1);
  });

  it("is measured in bytes, so letters of other scripts count by their size", () => {
    const cyrillic = { [SieverCode.ProductTitle]: ["ж".repeat(1_000_000)] };
    const { when } = givenWorkspace(filter("a", 0, cyrillic), filter("b", 1, cyrillic));
    expect(refusalOf(when({ type: "CreateFilter", ...most })).message).toMatch(tooHeavy);
  });
});
