import { describe, expect, it } from "vitest";
import { StoreBusy } from "../ports/store-errors.ts";
import { NoAnswer } from "../ports/timeout.ts";
import { retryUntilAnswered } from "./errors.ts";

/** A server's name, and a clock that the test moves. */
const given = () => {
  let now = 0;
  const server = {
    server: "EventStoreDB",
    clock: { steady: () => now },
    liveness: { isSilent: false, messagesReceived: 0 },
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { server, pass };
};

describe("A request to EventStoreDB that is retried", () => {
  it("fails with its first error, even if the last try ran out of time", async () => {
    const { server, pass } = given();
    const errors = [new Error("the leader is away"), new NoAnswer("there was no answer within 1 ms")];
    const asking = retryUntilAnswered(server, 8_000, async () => {
      pass(4_000);
      throw errors.shift() ?? new NoAnswer("there was no answer within 1 ms");
    });
    await expect(asking).rejects.toThrow(StoreBusy);
    await expect(asking).rejects.toThrow(/the leader is away/);
  });

  it("fails sooner after an earlier one got no answer, until the server answers", async () => {
    const { server, pass } = given();
    const times: number[] = [];
    const silent = async (left: number): Promise<never> => {
      times.push(left);
      pass(left);
      throw new NoAnswer("there was no answer");
    };
    await expect(retryUntilAnswered(server, 8_000, silent)).rejects.toThrow(StoreBusy);
    await expect(retryUntilAnswered(server, 8_000, silent)).rejects.toThrow(StoreBusy);
    expect((times[0] ?? 0) + (times[1] ?? 0)).toBeLessThan(10_000);
    await retryUntilAnswered(server, 8_000, async () => "an answer");
    await expect(retryUntilAnswered(server, 8_000, silent)).rejects.toThrow(StoreBusy);
    expect(times.at(-1)).toBe(8_000);
  });
});
