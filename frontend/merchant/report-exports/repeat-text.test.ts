import { describe, expect, it } from "vitest";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { describeComparison, describeComparisonBriefly, describeRepeatLimit, erasedText } from "./repeat-text.ts";

const differs = (Added: number, Removed: number, Changed: number, Reordered = false) =>
  ({ Outcome: "differs", Added, Removed, Changed, Reordered, Pictures: false }) as const;

describe("the texts about a repeated report", () => {
  it.each<[ExportJob["Compared"], string | null, string | null]>([
    [null, null, null],
    [{ Outcome: "identical" }, "The two files are identical: they hold the same rows.", "identical"],
    [
      differs(1, 0, 1_200),
      "Your store's data has changed since: 1,200 rows changed, 1 row added.",
      "1,201 rows differ",
    ],
    [differs(0, 1, 0), "Your store's data has changed since: 1 row removed.", "1 row differs"],
    [differs(0, 0, 0, true), "The rows are the same, in a different order.", "same rows, in another order"],
    [differs(0, 0, 0), "The rows are the same. Only the number of orders that the file states differs.", "same rows"],
    [
      { ...differs(0, 0, 0), Pictures: true },
      "The rows are the same. Only pictures differ.",
      "same rows, other pictures",
    ],
    [{ ...differs(2, 0, 0), Pictures: true }, "Your store's data has changed since: 2 rows added.", "2 rows differ"],
    [{ Outcome: "unknown", Because: "no-file" }, "There is no earlier file to compare it with.", "not compared"],
  ])("describe %j", (compared, sentence, briefly) => {
    expect([describeComparison(compared), describeComparisonBriefly(compared)]).toEqual([sentence, briefly]);
  });

  it("mention erased values", () => {
    expect([0, 1, 2].map(erasedText)).toEqual([
      null,
      "1 value of its filter has been erased since and matches nothing.",
      "2 values of its filter have been erased since and match nothing.",
    ]);
  });

  it("name the time limit, and afterwards its reason", () => {
    const ended = { AgainUntil: "2026-12-27T10:05:00.000Z" } as ExportJob;
    const textAt = (now: string) => describeRepeatLimit(ended, "Europe/Athens", Date.parse(now));
    expect(textAt("2026-12-01T00:00:00Z")).toBe("Until 2026/12/27 12:05");
    expect(textAt("2026-12-28T00:00:00Z")).toBe("No longer: its inputs were kept until 2026/12/27 12:05.");
  });
});
