import { expect, it } from "vitest";
import type { PastImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { describeSession } from "./describe-session.ts";

const look = (changes: Partial<PastImpersonationSession>): PastImpersonationSession => ({
  Id: "1",
  Agent: "Demo agent",
  Reason: "The report is empty.",
  From: "2026-11-20T10:00:00.000Z",
  Until: "2026-11-20T10:15:00.000Z",
  IsOpen: false,
  EndedBy: "time",
  Changes: [],
  ...changes,
});

it.each<[Partial<PastImpersonationSession>, string]>([
  [{ IsOpen: true, EndedBy: null }, "Viewing since 2026/11/20 12:00, until 12:15 at most. Nothing was changed."],
  [{}, "2026/11/20 12:00 to 12:15. It ended automatically. Nothing was changed."],
  [
    { EndedBy: "merchant", Changes: [{ At: "2026-11-20T10:01:00.000Z", What: "Renamed." }] },
    "2026/11/20 12:00 to 12:15. You ended it. 1 change, under What support did.",
  ],
])("describes an impersonation session: %j", (changes, words) => {
  expect(describeSession(look(changes), { zone: "Europe/Athens", isSupport: false })).toBe(words);
});

it("support sees that the merchant ended a session", () => {
  const words = describeSession(look({ EndedBy: "merchant" }), { zone: "Europe/Athens", isSupport: true });
  expect(words).toBe("2026/11/20 12:00 to 12:15. The merchant ended it. Nothing was changed.");
});
