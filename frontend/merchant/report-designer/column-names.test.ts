import { expect, it } from "vitest";
import { columnNames } from "./column-names.ts";

it("names the first columns, and counts the others", () => {
  const columns = ["A", "B", "C", "D", "E", "F", "G", "H"].map((Title) => ({ Title }));
  expect(columnNames(columns.slice(0, 1))).toBe("A");
  expect(columnNames(columns.slice(0, 7))).toBe("A, B, C, D, E, F, and G");
  expect(columnNames(columns)).toBe("A, B, C, D, E, F, and 2 more columns");
});
