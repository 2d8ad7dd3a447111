import { expect, it } from "vitest";
import { incompleteCell, unreadCell } from "../../columns/cells/unread-cell.ts";
import { createInstantFormatter } from "../../dates/format.ts";
import { cellValue, shownValue } from "./cell-value.ts";

const zone = "Europe/Athens";
const inFile = cellValue(zone, 0);

it.each([0, 1, 2])("an instant is the same number in a file and in the preview, in date format %s", (format) => {
  const instant = "2026-11-20T14:05:00Z";
  const shown = createInstantFormatter(zone, format)(instant);
  const noon = "2020-01-01T10:00:00Z";
  expect(inFile({ kind: "datetime", instant: noon })).toEqual({ decimal: "43831.5" });
  expect(shownValue(shown, "datetime", format)).toEqual(inFile({ kind: "datetime", instant }));
});

it("a number with more digits than Excel keeps is text, as in its file", () => {
  expect(inFile({ kind: "number", decimal: "1234567890123456789" })).toBe("1234567890123456789");
  expect(shownValue("1234567890123456789", "number", 0)).toBe("1234567890123456789");
  expect(shownValue("12.5", "number", 0)).toEqual({ decimal: "12.5" });
});

it("digits in a text column stay text, and so do several dates", () => {
  expect(shownValue("007", "text", 0)).toBe("007");
  expect(shownValue("2026/11/20 14:05, 2026/11/21 14:05", "datetime", 0)).toBe("2026/11/20 14:05, 2026/11/21 14:05");
  expect(shownValue(null, "text", 0)).toBeNull();
});

it("a cell is unread because of its kind, not its text", () => {
  expect([unreadCell, incompleteCell].map(inFile)).toEqual([{ unread: "couldn't be read" }, { unread: "incomplete" }]);
  for (const text of ["couldn't be read", "incomplete"]) expect(inFile({ kind: "text", text })).toBe(text);
});
