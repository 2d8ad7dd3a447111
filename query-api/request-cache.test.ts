import { describe, expect, it } from "vitest";
import { createRequestCache } from "./request-cache.ts";

/** A question that the test answers. */
const given = (goodFor = 1_000) => {
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
    person: () => {
      const patience = new AbortController();
      return { reply: recent("key", patience.signal, ask), giveUp: () => patience.abort(new Error("gave up")) };
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("people who ask the same at once", () => {
  it("wait for one answer, which is good for a while", async () => {
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

  it("do not ask again while the first question is without an answer, however long that takes", async () => {
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
  it("takes nothing from the others", async () => {
    const { asked, person } = given();
    const [first, second] = [person(), person()];
    first.giveUp();
    await expect(first.reply).rejects.toThrow("gave up");
    expect(asked[0]?.signal.aborted).toBe(false);
    asked[0]?.answer("17");
    expect(await second.reply).toBe("17");
  });

  it("ends the question when it is the last, and the next caller asks again", async () => {
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

  it("asks nothing when it gave up before", async () => {
    const { asked } = given();
    const recent = createRequestCache<string>(() => 0, 1);
    await expect(recent("key", AbortSignal.abort(new Error("gone")), async () => "never")).rejects.toThrow("gone");
    expect(asked).toEqual([]);
  });
});

it("a failure is reported to all who wait, and not kept", async () => {
  const { asked, person } = given();
  const people = [person(), person()];
  asked[0]?.fail(new Error("no"));
  for (const { reply } of people) await expect(reply).rejects.toThrow("no");
  const next = person();
  asked[1]?.answer("17");
  expect(await next.reply).toBe("17");
});

describe("remembered answers", () => {
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

  it("weigh no more than allowed: the oldest goes first", async () => {
    const { ask } = given(7);
    expect([await ask("a"), await ask("b"), await ask("b"), await ask("a")]).toEqual(["a 1", "b 2", "b 2", "a 1"]);
    expect(await ask("c")).toBe("c 3");
    expect([await ask("b"), await ask("c"), await ask("a")]).toEqual(["b 2", "c 3", "a 4"]);
  });

  it("don't answer a request for a fresh one, which then answers all", async () => {
    const { ask } = given(100);
    expect([await ask("a"), await ask("a", { fresh: true }), await ask("a")]).toEqual(["a 1", "a 2", "a 2"]);
  });
});
