import { describe, expect, it } from "vitest";
import { createRequestCache } from "./request-cache.ts";

/** A question that the test answers. */
const given = (goodFor: number | ((answer: string) => number) = 1_000) => {
  let now = 0;
  const asked: { signal: AbortSignal; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const recent = createRequestCache<string>(() => now, goodFor);
  const ask = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      asked.push({ signal, answer: resolve, fail: reject });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  return {
    asked,
    /** A caller that may give up. */
    person: (how?: { fresh: boolean }) => {
      const patience = new AbortController();
      return { reply: recent("key", patience.signal, ask, how), giveUp: () => patience.abort(new Error("gave up")) };
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("simultaneous identical requests", () => {
  it("share one response, which is then cached for a while", async () => {
    const { asked, person, pass } = given();
    const both = [person(), person()];
    asked[0]?.answer("17");
    expect(await Promise.all(both.map(({ reply }) => reply))).toEqual(["17", "17"]);
    expect(await person().reply).toBe("17");
    pass(1_000);
    const later = person();
    asked[1]?.answer("18");
    expect(await later.reply).toBe("18");
  });

  it("share a response that is cached as long as it deserves", async () => {
    const { asked, person, pass } = given((answer) => (answer === "half" ? 100 : 1_000));
    const first = person();
    asked[0]?.answer("half");
    await first.reply;
    pass(99);
    expect(await person().reply).toBe("half");
    pass(1);
    const second = person();
    asked[1]?.answer("whole");
    await second.reply;
    pass(999);
    expect(await person().reply).toBe("whole");
  });

  it("share the pending request, however long it takes", async () => {
    const { asked, person, pass } = given();
    const first = person();
    pass(5_000);
    const second = person();
    expect(asked).toHaveLength(1);
    asked[0]?.answer("17");
    expect([await first.reply, await second.reply]).toEqual(["17", "17"]);
  });
});

describe("a caller that gives up", () => {
  it("doesn't stop the request for others", async () => {
    const { asked, person } = given();
    const [first, second] = [person(), person()];
    first.giveUp();
    await expect(first.reply).rejects.toThrow("gave up");
    expect(asked[0]?.signal.aborted).toBe(false);
    asked[0]?.answer("17");
    expect(await second.reply).toBe("17");
  });

  it("stops the request if it is the last, and the next caller sends another", async () => {
    const { asked, person } = given();
    const people = [person(), person()];
    for (const { giveUp } of people) giveUp();
    for (const { reply } of people) await expect(reply).rejects.toThrow("gave up");
    expect(asked[0]?.signal.aborted).toBe(true);
    const next = person();
    expect(asked).toHaveLength(2);
    asked[1]?.answer("17");
    expect(await next.reply).toBe("17");
  });

  it("stops a request that a fresh one has replaced, and not the fresh one", async () => {
    const { asked, person } = given();
    const first = person();
    const second = person({ fresh: true });
    first.giveUp();
    await expect(first.reply).rejects.toThrow("gave up");
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    const third = person();
    asked[1]?.answer("17");
    expect([await second.reply, await third.reply]).toEqual(["17", "17"]);
    expect(asked).toHaveLength(2);
  });

  it("sends no request if it gave up before", async () => {
    const { asked } = given();
    const recent = createRequestCache<string>(() => 0, 1);
    await expect(recent("key", AbortSignal.abort(new Error("gone")), async () => "never")).rejects.toThrow("gone");
    expect(asked).toEqual([]);
  });
});

it("a failure is reported to all waiting callers, and not cached", async () => {
  const { asked, person } = given();
  const people = [person(), person()];
  asked[0]?.fail(new Error("no"));
  for (const { reply } of people) await expect(reply).rejects.toThrow("no");
  const next = person();
  asked[1]?.answer("17");
  expect(await next.reply).toBe("17");
});

describe("cached responses", () => {
  const given = (atMost: number) => {
    let asked = 0;
    const recent = createRequestCache<string>(() => 0, 1_000, { weigh: ({ length }) => length, atMost });
    const open = new AbortController().signal;
    const ask = (key: string, how?: { fresh: boolean }) =>
      recent(
        key,
        open,
        async () => {
          asked += 1;
          return `${key} ${asked}`;
        },
        how,
      );
    return { ask };
  };

  it("stay within the size limit, and the oldest is evicted first", async () => {
    const { ask } = given(7);
    expect([await ask("a"), await ask("b"), await ask("b"), await ask("a")]).toEqual(["a 1", "b 2", "b 2", "a 1"]);
    expect(await ask("c")).toBe("c 3");
    expect([await ask("b"), await ask("c"), await ask("a")]).toEqual(["b 2", "c 3", "a 4"]);
  });

  it("aren't used if fresh data is requested, and are replaced by it", async () => {
    const { ask } = given(100);
    expect([await ask("a"), await ask("a", { fresh: true }), await ask("a")]).toEqual(["a 1", "a 2", "a 2"]);
  });
});
