import { expect, it } from "vitest";
import { describeQuotas } from "./quota-text.ts";

it("quotas are described in words, with the singular for one", () => {
  expect(describeQuotas({ reports: 25, filters: 1, automations: 0 })).toBe(
    "25 report designs, 1 filter, 0 automated reports",
  );
});
