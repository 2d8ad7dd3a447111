import { describe, expect, it } from "vitest";
import { restartAfter } from "./restart-policy.ts";

describe("a dead child process", () => {
  it("is restarted after 0.2, 1 and then 5 seconds", () => {
    expect(restartAfter([0]).delay).toBe(200);
    expect(restartAfter([0, 300]).delay).toBe(1_000);
    expect(restartAfter([0, 300, 1_400]).delay).toBe(5_000);
    expect(restartAfter([0, 300, 1_400, 6_500]).delay).toBe(5_000);
  });

  it("makes the system unhealthy with its fifth death in a minute", () => {
    expect(restartAfter([0, 1, 2, 3]).unhealthy).toBe(false);
    expect(restartAfter([0, 1, 2, 3, 4]).unhealthy).toBe(true);
  });

  it("isn't blamed for deaths of more than a minute ago", () => {
    expect(restartAfter([0, 1, 2, 3, 70_000])).toEqual({ delay: 200, unhealthy: false });
  });
});
