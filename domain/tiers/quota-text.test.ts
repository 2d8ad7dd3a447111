import { expect, it } from "vitest";
import { describeQuotas } from "./quota-text.ts";

it("quotas are said in words, one of a kind as one", () => {
  expect(describeQuotas({ reports: 25, filters: 1, automations: 0 })).toBe(
    "25 report designs, 1 filter, 0 automated reports",
  );
});
