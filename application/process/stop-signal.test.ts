import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stopSignal } from "./stop-signal.ts";

const listenersBefore = process.listeners("SIGTERM");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.spyOn(process, "exit").mockImplementation((() => undefined) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of ["SIGTERM", "SIGINT"] as const)
    for (const listener of process.listeners(name))
      if (!listenersBefore.includes(listener as never)) process.off(name, listener);
});

it.each([
  ["is left to its lease", false, 1_000],
  ["gets more time if a lost response would do harm", true, 5_000],
])("work still running after a stop %s", (_, stays, endsAfter) => {
  const signal = stopSignal(1_000, { stay: () => stays, longest: 5_000 });
  process.emit("SIGTERM");
  expect(signal.aborted).toBe(true);
  vi.advanceTimersByTime(endsAfter - 1);
  expect(process.exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(process.exit).toHaveBeenCalledWith(0);
});
