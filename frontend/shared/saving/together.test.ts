import { describe, expect, it } from "vitest";
import { together } from "./together.ts";

describe("one indicator of several queues", () => {
  it.each([
    [["none", "none"], "none"],
    [["none", "error"], "error"],
    [["waiting", "error"], "waiting"],
    [["waiting", "saving"], "saving"],
    [[], "none"],
  ] as const)("%j says %s", (states, wanted) => {
    expect(together(states)).toBe(wanted);
  });
});
