import { describe, expect, it } from "vitest";
import { addMark, type Mark } from "./marks.ts";

const start = Date.parse("2026-01-01T00:00:00.000Z");
const markAt = (seconds: number): Mark => ({
  position: String(seconds).padStart(20, "0"),
  eventId: `e${seconds}`,
  instant: new Date(start + seconds * 1_000).toISOString(),
});
const afterSeconds = (seconds: readonly number[]) =>
  seconds.reduce<Mark[]>((marks, at) => addMark(marks, markAt(at)), []);

describe("the marks of an event store", () => {
  it("end with the newest event, and stay few and in order, even if one is added every second", () => {
    const marks = afterSeconds(Array.from({ length: 5_000 }, (_, n) => n));
    expect(marks.at(-1)).toEqual(markAt(4_999));
    expect(marks.length).toBeLessThan(40);
    expect(marks.map(({ position }) => position)).toEqual(marks.map(({ position }) => position).toSorted());
  });

  it("cover a year with a few, the closer together the more recent", () => {
    const marks = afterSeconds(Array.from({ length: 365 * 24 }, (_, hour) => hour * 3_600));
    expect(marks.length).toBeLessThan(60);
    const now = Date.parse(marks.at(-1)?.instant ?? "");
    for (const [n, mark] of marks.entries()) {
      const next = marks[n + 1];
      if (!next) continue;
      const age = now - Date.parse(mark.instant);
      expect(Date.parse(next.instant) - Date.parse(mark.instant)).toBeLessThanOrEqual(Math.max(2 * 3_600_000, age / 2));
    }
  });

  it("stay in order when the clock is set back", () => {
    const marks = addMark(afterSeconds([0, 100, 4_000]), { ...markAt(10), position: markAt(4_001).position });
    expect(marks.map(({ position }) => Number(position)).at(-1)).toBe(4_001);
    expect(marks.length).toBeGreaterThan(1);
  });
});
