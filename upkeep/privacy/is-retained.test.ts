import { expect, it } from "vitest";
import { dayMs } from "#domain/retention/retention.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { isRetained } from "./is-retained.ts";

it("data kept for some days after a file's expiry is kept for as long after an extended expiry", () => {
  const clock = createFakeClock("2026-12-20T10:00:00.000Z");
  const later = { expiresAt: "2026-12-04T10:00:00.000Z" };
  expect(isRetained(later, 30 * dayMs, clock)).toBe(true);
  clock.advance(14 * dayMs);
  expect(isRetained(later, 30 * dayMs, clock)).toBe(false);
});
