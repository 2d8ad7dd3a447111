import { expect, it } from "vitest";
import { describeAct } from "./acts.ts";

/** ADR 102: an act in the merchant's words. Only meaningful changes are shown. */
it.each([
  ["change-tier", null, { from: "Starter", to: "Growth" }, "Changed the tier: Starter to Growth"],
  ["change-flag", "bundles", { from: "off", to: "on" }, "Changed a flag (bundles): off to on"],
  ["ask-again", "5b2f", { from: null, to: "7c9d" }, "Asked for an export again"],
  ["restart-report", "5b2f", { from: null, to: null }, "Restarted a report"],
] as const)("describes %s of %j in the merchant's words", (act, about, change, words) => {
  expect(describeAct(act, about, change)).toBe(words);
});
