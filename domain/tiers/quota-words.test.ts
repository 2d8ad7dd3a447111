import { expect, it } from "vitest";
import { quotasInWords } from "./quota-words.ts";

it("quotas are said in words, one of a kind as one", () => {
  expect(quotasInWords({ reports: 25, filters: 1, automations: 0 })).toBe(
    "25 report designs, 1 filter, 0 automated reports",
  );
});
