import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { refusalOf } from "../core/given-for-tests.ts";
import { supportDecider } from "./decider.ts";
import type { SupportEvent } from "./events.ts";

const sent: SupportEvent = { type: "SupportMessageSent", data: { messageId: "m", messageRef: "vault-1" } };
const minute = (n: number) => new Date(Date.parse("2026-11-20T10:00:00.000Z") + n * 60_000).toISOString();
const after = (...minutes: number[]) =>
  minutes.reduce(
    (state, n) => supportDecider.evolve(state, sent, metadataAt(minute(n)), n),
    supportDecider.initialState,
  );
const send = (minutes: number[], now: number) =>
  supportDecider.decide(
    { type: "SendSupportMessage", messageId: "m", messageRef: "vault-1", context: contextAt(minute(now)) },
    after(...minutes),
  );

describe("a message to support", () => {
  it("is recorded with a reference to its text", () => {
    expect(send([], 0)).toEqual([sent]);
  });

  it("may be sent five times within an hour, and again once the first is an hour old", () => {
    expect(send([0, 1, 2, 3], 4)).toEqual([sent]);
    const refusal = refusalOf(send([0, 1, 2, 3, 4], 59));
    expect([refusal.code, refusal.message]).toEqual(["too-many", expect.stringMatching(/in 1 minute\.$/)]);
    expect(refusalOf(send([0, 1, 2, 3, 4], 5)).message).toMatch(/in 55 minutes\.$/);
    expect(send([0, 1, 2, 3, 4], 60)).toEqual([sent]);
    refusalOf(send([0, 1, 2, 3, 4, 60], 60.5));
  });

  it("is not blocked by messages from before the clock was set back", () => {
    expect(send([60, 61, 62, 63, 64], 5)).toEqual([sent]);
  });

  it("is not blocked by older messages", () => {
    expect(send([0, 1, 2, 3, 4, 500, 501], 502)).toEqual([sent]);
  });
});
