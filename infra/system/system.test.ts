import { describe, expect, it } from "vitest";
import { createSystemClock } from "./clock.ts";
import { createSystemIds } from "./ids.ts";

describe("The system's clock", () => {
  it("can fix business time, but never wall time", () => {
    const fixedNow = new Date("2026-11-20T12:00:00Z");
    const clock = createSystemClock({ fixedNow });
    clock.now().setFullYear(1999);
    expect(clock.now()).toEqual(fixedNow);
    expect(Math.abs(clock.wall().getTime() - Date.now())).toBeLessThan(60_000);
  });

  it("follows the machine's clock unless it is fixed", () => {
    expect(Math.abs(createSystemClock().now().getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe("The system's ids", () => {
  it("are unique", () => {
    const ids = createSystemIds();
    const made = Array.from({ length: 100 }, () => [ids.uuid(), ids.secret()]).flat();
    expect(new Set(made).size).toBe(200);
  });

  it("include secrets with the requested number of random bytes, 32 by default", () => {
    const ids = createSystemIds();
    expect([ids.secret(), ids.secret(16)].map((text) => Buffer.from(text, "base64url").length)).toEqual([32, 16]);
  });
});
