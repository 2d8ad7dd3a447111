import { expect, it } from "vitest";
import type { PastLook } from "#domain/wire/support/impersonation.ts";
import { lookInWords } from "./in-words.ts";

const look = (changes: Partial<PastLook>): PastLook => ({
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

it.each<[Partial<PastLook>, string]>([
  [{ IsOpen: true, EndedBy: null }, "Looking since 2026/11/20 12:00, until 12:15 at most. Nothing was changed."],
  [{}, "2026/11/20 12:00 to 12:15. It ended by itself. Nothing was changed."],
  [
    { EndedBy: "merchant", Changes: [{ At: "2026-11-20T10:01:00.000Z", What: "Renamed." }] },
    "2026/11/20 12:00 to 12:15. You ended it. 1 change, under What support did.",
  ],
])("a look is told in words: %j", (changes, words) => {
  expect(lookInWords(look(changes), { zone: "Europe/Athens", isSupport: false })).toBe(words);
});

it("that the merchant ended is told so to support", () => {
  const words = lookInWords(look({ EndedBy: "merchant" }), { zone: "Europe/Athens", isSupport: true });
  expect(words).toBe("2026/11/20 12:00 to 12:15. The merchant ended it. Nothing was changed.");
});
