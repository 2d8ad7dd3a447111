import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import type { HistoryItem } from "#domain/wire/history.ts";
import { byDay } from "./days.ts";

const now = DateTime.fromISO("2026-11-20T12:05:00", { zone: "Europe/Athens" });
const line = (At: string): HistoryItem => ({
  Version: Date.parse(At),
  At,
  By: "You",
  Sentence: "Renamed.",
  CanRestore: true,
  RestoredFrom: null,
});

describe("the days of a history", () => {
  it("follow the shop's time zone, in the order of the entries", () => {
    const given = [
      "2026-11-20T10:00:00.000Z",
      "2026-11-19T22:30:00.000Z",
      "2026-11-19T21:30:00.000Z",
      "2026-11-18T09:00:00.000Z",
      "2025-11-20T10:00:00.000Z",
    ].map(line);
    expect(byDay(given, now).map(({ label, items }) => [label, items.length])).toEqual([
      ["Today, 2026/11/20", 2],
      ["Yesterday, 2026/11/19", 1],
      ["Wednesday, 2026/11/18", 1],
      ["Thursday, 2025/11/20", 1],
    ]);
    expect(byDay(given, now).flatMap(({ items }) => items)).toEqual(given);
  });

  it("are empty without entries", () => {
    expect(byDay([], now)).toEqual([]);
  });
});
