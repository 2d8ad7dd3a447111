import { describe, expect, it } from "vitest";
import { readFresh } from "./read-fresh.ts";

const answers = (...stale: boolean[]) => {
  let asked = 0;
  return { ask: async () => ({ stale: stale[asked++] ?? false, number: asked }), asked: () => asked };
};

describe("reading what was just saved", () => {
  it("asks once if the response is fresh", async () => {
    const server = answers(false);
    expect(await readFresh(server.ask)).toEqual({ stale: false, number: 1 });
    expect(server.asked()).toBe(1);
  });

  it("asks again while the response is stale, and accepts the third", async () => {
    expect(await readFresh(answers(true, false).ask)).toEqual({ stale: false, number: 2 });
    const late = answers(true, true, true, false);
    expect(await readFresh(late.ask)).toEqual({ stale: true, number: 3 });
    expect(late.asked()).toBe(3);
  });
});
