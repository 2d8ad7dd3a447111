import { expect, it } from "vitest";
import { dayMs } from "#domain/retention/retention.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { isKeptOn } from "./kept-on.ts";

it("what goes some days after a file goes so long after its later time, when support had it kept longer", () => {
  const clock = createFakeClock("2026-12-20T10:00:00.000Z");
  const later = { expiresAt: "2026-12-04T10:00:00.000Z" };
  expect(isKeptOn(later, 30 * dayMs, clock)).toBe(true);
  clock.advance(14 * dayMs);
  expect(isKeptOn(later, 30 * dayMs, clock)).toBe(false);
});
