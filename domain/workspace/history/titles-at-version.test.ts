import { describe, expect, it } from "vitest";
import { Grouping } from "../../enumerations.ts";
import { buildHistoryLines, type HistoryEntry } from "./history.ts";
import type { HistoryChange } from "./history-change.ts";
import { createTitlesAtVersion } from "./titles-at-version.ts";

const merchant = { kind: "merchant" } as const;
const entry = (version: number, change: HistoryChange): HistoryEntry => ({
  version,
  instant: `2026-11-20T12:00:${version}0.000Z`,
  actor: merchant,
  change,
});
const hidden = (version: number) => entry(version, { kind: "columns", did: "hidden", columns: ["Custom1"], more: 0 });
const renamed = (version: number, from: string | null, to: string | null) =>
  entry(version, { kind: "design", field: "columns.Custom1.title", from, to });

/** Sentences of a design, newest first. `now`: present title of Custom 1. */
const sentences = (now: string | undefined, ...entries: HistoryEntry[]) => {
  const lines = entries.toReversed();
  const titles = createTitlesAtVersion((key) => (key === "Custom1" ? now : undefined), lines);
  return buildHistoryLines(lines, undefined, lines, { titles }).map(({ sentence }) => sentence);
};

describe("a history line of a report design", () => {
  it("names a column by its title at the time", () => {
    expect(
      sentences("Margin", hidden(1), renamed(2, null, "Worth"), hidden(3), renamed(4, "Worth", "Margin"), hidden(5)),
    ).toEqual([
      "Columns: hid “Margin”.",
      "Title of column “Custom 1”: from “Worth” to “Margin”.",
      "Columns: hid “Worth”.",
      "Title of column “Custom 1”: from the original one to “Worth”.",
      "Columns: hid “Custom 1”.",
    ]);
  });

  it("uses the current title if no renaming is known", () => {
    expect(sentences("Margin", hidden(1))).toEqual(["Columns: hid “Margin”."]);
    expect(sentences(undefined, hidden(1))).toEqual(["Columns: hid “Custom 1”."]);
  });

  it("uses a column's title for widths, formats, contents, sorting and formulas", () => {
    const formulas = { first: [{ column: "Custom1", reads: "=B1" }], more: 0 };
    expect(
      sentences(
        "Margin",
        entry(1, { kind: "design", field: "columns.Custom1.width", from: null, to: 20 }),
        entry(2, { kind: "design", field: "columns.Custom1.format", from: null, to: { type: 2 } }),
        entry(3, { kind: "design", field: "columns.Custom1.custom", from: null, to: { category: 2, formula: "=A1" } }),
        entry(4, { kind: "design", field: "sorting", from: null, to: { column: "Custom1", sorting: 1 } }),
        entry(5, { kind: "design", field: "grouping", from: Grouping.Orders, to: Grouping.OnePerOrder, formulas }),
      ),
    ).toEqual([
      "Rows: from one per order line to one per order. The formula of “Margin” follows its columns and now reads =B1.",
      "Sorting: from newest order first to “Margin”, A to Z.",
      "Content of column “Margin”: changed to =A1.",
      "Number format of column “Margin”: from none to currency.",
      "Width of column “Margin”: changed to 20.",
    ]);
  });
});
