import { describe, expect, it } from "vitest";
import { combineSaveStates } from "./combine-save-states.ts";

describe("the combined state of several queues", () => {
  it.each([
    [["none", "none"], "none"],
    [["none", "error"], "error"],
    [["waiting", "error"], "waiting"],
    [["waiting", "saving"], "saving"],
    [[], "none"],
  ] as const)("of %j is %s", (states, wanted) => {
    expect(combineSaveStates(states)).toBe(wanted);
  });
});
