import { expect, it } from "vitest";
import { isEquivalentFingerprint } from "#domain/export/fingerprint.ts";
import { fingerprint } from "./fingerprint.ts";

it("isn't equivalent to that of 0.1.0, which sorted numbers in texts by digit", () => {
  expect(isEquivalentFingerprint({ ...fingerprint, app: "0.1.0" }, fingerprint)).toBe(false);
});
