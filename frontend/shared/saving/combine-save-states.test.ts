import { describe, expect, it } from "vitest";
import { combineSaveStates } from "./combine-save-states.ts";

describe("one indicator of several queues", () => {
  it.each([
    [["none", "none"], "none"],
    [["none", "error"], "error"],
    [["waiting", "error"], "waiting"],
    [["waiting", "saving"], "saving"],
    [[], "none"],
  ] as const)("%j says %s", (states, wanted) => {
    expect(combineSaveStates(states)).toBe(wanted);
  });
});
