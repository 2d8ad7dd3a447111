import type { DatabaseSync } from "node:sqlite";
import { afterEach, expect, it, vi } from "vitest";
import { until } from "#tests/support/until.ts";
import { createLogTruncator } from "./truncate-log.ts";

/** A database whose first `inVain` tries fail: others use the log, or the disk can't be written. */
const given = (inVain: number, how: "busy" | "throws") => {
  const modes: string[] = [];
  const get = () => {
    if (modes.length > inVain) return { busy: 0 };
    if (how === "throws") throw new Error("disk I/O error");
    return { busy: 1 };
  };
  const prepare = (sql: string) => {
    modes.push(/\((\w+)\)/.exec(sql)?.[1] ?? sql);
    return { get };
  };
  const told: string[] = [];
  const emptier = createLogTruncator({ prepare } as unknown as DatabaseSync, (what) => told.push(what));
  return { modes, told, emptier };
};
afterEach(() => vi.useRealTimers());

it.each(["busy", "throws"] as const)(
  "truncating the log (%s) is retried until it succeeds, and then no more",
  async (how) => {
    const { modes, emptier } = given(2, how);
    emptier.schedule();
    emptier.schedule();
    await until("it succeeds", () => modes.length === 3);
    expect(modes).toEqual(["TRUNCATE", "TRUNCATE", "TRUNCATE"]);
    emptier.close();
    expect(modes.at(-1)).toBe("PASSIVE");
  },
);

it("a scheduled truncation is done on closing", () => {
  const { modes, emptier } = given(0, "busy");
  emptier.schedule();
  emptier.close();
  expect(modes).toEqual(["TRUNCATE"]);
});

it("a log that can't be truncated for a while is reported once, and again when it is empty", () => {
  vi.useFakeTimers();
  const { told, modes, emptier } = given(20, "busy");
  emptier.schedule();
  vi.advanceTimersByTime(5_000);
  // A short read is not reported.
  expect([modes.length, told]).toEqual([4, []]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["kept"]);
  vi.advanceTimersByTime(120_000);
  expect([modes.length, told]).toEqual([21, ["kept", "emptied"]]);
  emptier.schedule();
  vi.advanceTimersByTime(60_000);
  expect([modes.length, told]).toEqual([22, ["kept", "emptied"]]);
  emptier.close();
});
