import { expect, it } from "vitest";
import { parseTypedDay } from "./typed-days.ts";

it.each([
  ["31/12/2026", "2026-12-31"],
  ["12/31/2026", "2026-12-31"],
  ["31.12.2026", "2026-12-31"],
  ["3.4.2026", "2026-04-03"],
  ["31-12-2026", "2026-12-31"],
  ["4/4/2026", "2026-04-04"],
  ["31 Dec 2026", "2026-12-31"],
  ["1st  december 2026", "2026-12-01"],
  ["Dec 31, 2026", "2026-12-31"],
  ["sept. 2 2026", "2026-09-02"],
  ["29 Feb 2028", "2028-02-29"],
  [">= 31/12/2026", ">= 2026-12-31"],
  ["!31 Dec 2026", "!2026-12-31"],
  ["7 days ago", "date(YYYY-MM-DD; -7)"],
  ["2026-12-31", "2026-12-31"],
])("%s is stored as %s", (typed, text) => {
  expect(parseTypedDay(typed)).toEqual({ text });
});

it.each(["31/02/2026", "31.13.2026", "29 Feb 2026", "31 Dec", "32/12/2026", "Dec 2026", "heavy", "1/2-2026"])(
  "%s stays as typed",
  (text) => {
    expect(parseTypedDay(text)).toEqual({ text });
  },
);

it("a day and a month that could be either are asked for", () => {
  expect(parseTypedDay("03/04/2026")).toEqual({ readings: ["2026-04-03", "2026-03-04"] });
});
