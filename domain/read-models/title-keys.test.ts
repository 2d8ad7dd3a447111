import { expect, it } from "vitest";
import { titleKeys } from "./title-keys.ts";

it("a title is found from each of its first six words, regardless of case, marks and separators", () => {
  expect(titleKeys("Daily Takings (Zürich)")).toEqual({
    key0: "daily takings zurich",
    key1: "takings zurich",
    key2: "zurich",
    key3: null,
    key4: null,
    key5: null,
  });
  expect(titleKeys("a b c d e f g h").key5).toBe("f g h");
  expect(titleKeys("日報").key0).toBe("日報");
});
