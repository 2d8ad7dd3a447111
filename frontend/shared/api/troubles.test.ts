import { describe, expect, it } from "vitest";
import type { Trouble } from "#domain/wire/troubles.ts";
import { createTroubles } from "./troubles.ts";

/** Runs the continuations of settled promises. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A server that answers in turn; an Error means no response. `pass` ends the pause between two requests. */
const given = (...answers: (Trouble[] | Error)[]) => {
  let asked = 0;
  let end: (() => void) | undefined;
  const troubles = createTroubles({
    fetchTroubles: async () => {
      const answer = answers[asked];
      asked += 1;
      if (answer === undefined) throw new Error("the test has no further answer");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  const well: boolean[] = [];
  troubles.onRecovered((had) => well.push(had));
  const pass = async () => {
    end?.();
    await turns();
  };
  return { troubles, well, pass, asked: () => asked };
};

describe("the server's troubles", () => {
  it("are known from the first answer that names them, until the server says they are over", async () => {
    const { troubles, well, pass } = given([], ["saving", "reports"], []);
    troubles.report(["saving"]);
    expect(troubles.current()).toEqual(["saving"]);
    await turns();
    // Another server, which doesn't know the trouble yet.
    expect(troubles.current()).toEqual(["saving"]);
    await pass();
    expect(troubles.current()).toEqual(["saving", "reports"]);
    expect(well).toEqual([]);
    await pass();
    expect(troubles.current()).toEqual([]);
    expect(well).toEqual([true]);
  });

  it("include that Sheaf is away while calls wait for it, until it answers again", async () => {
    const { troubles, well, pass } = given(new Error("502"), new Error("502"), [], []);
    troubles.markUnavailable();
    expect(troubles.current()).toEqual(["away"]);
    await turns();
    await pass();
    troubles.markUnavailable();
    expect([troubles.current(), well]).toEqual([["away"], []]);
    await pass();
    expect([troubles.current(), well]).toEqual([[], [true]]);
  });

  it("no longer include that Sheaf is away once a waiting call was answered", async () => {
    const { troubles, well, pass } = given(new Error("502"), []);
    troubles.markUnavailable();
    await turns();
    troubles.markAvailable();
    expect([troubles.current(), well]).toEqual([[], []]);
    await pass();
    expect(well).toEqual([true]);
  });

  it("are requested at once when a call takes long, and only once for several doubting callers", async () => {
    const { troubles, pass, asked } = given(["showing"], []);
    troubles.suspectOutage();
    troubles.suspectOutage();
    await turns();
    expect([troubles.current(), asked()]).toEqual([["showing"], 1]);
    await pass();
    expect(troubles.current()).toEqual([]);
  });

  it("turn out to be only a doubt if the server says so a moment later", async () => {
    const { troubles, well, pass, asked } = given([], []);
    troubles.suspectOutage();
    await turns();
    expect(well).toEqual([]);
    await pass();
    expect([well, asked()]).toEqual([[false], 2]);
  });

  it("stay as they were while nobody answers, and are not polled where none is known", async () => {
    const { troubles, well, pass, asked } = given(new Error("away"), new Error("away"), []);
    troubles.report(["showing"]);
    await turns();
    await pass();
    expect(troubles.current()).toEqual(["showing"]);
    await pass();
    expect([troubles.current(), well, asked()]).toEqual([[], [true], 3]);
    const silent = given(new Error("no such call"));
    silent.troubles.suspectOutage();
    await turns();
    await silent.pass();
    expect([silent.asked(), silent.well]).toEqual([1, []]);
  });

  it("don't make retryable calls wait longer when another call can't be retried", async () => {
    const { troubles, well, pass } = given(["saving", "reports"], ["reports"], ["reports"], []);
    troubles.report(["saving", "reports"]);
    await turns();
    expect(well).toEqual([]);
    await pass();
    expect([troubles.current(), well]).toEqual([["reports"], [true]]);
    await pass();
    expect(well).toEqual([true]);
    await pass();
    expect(well).toEqual([true, true]);
  });

  it("need not be why a call failed: that is worth another try while something else cannot be done", async () => {
    const { troubles, well, pass } = given(["reports"], ["reports"], ["saving", "reports"], ["reports"], ["reports"]);
    troubles.report(["reports"]);
    await turns();
    expect(well).toEqual([]);
    troubles.suspectOutage();
    await pass();
    expect(well).toEqual([false]);
    troubles.suspectOutage();
    await pass();
    expect([troubles.current(), well]).toEqual([["saving", "reports"], [false]]);
    await pass();
    expect(well).toEqual([false, true]);
    await pass();
    expect(well).toEqual([false, true]);
  });

  it("notify their listeners when they change, and only then", async () => {
    const { troubles, pass } = given(["saving"], ["saving"], []);
    const told: string[] = [];
    troubles.subscribe(() => told.push(troubles.current().join()));
    troubles.report(["saving"]);
    await turns();
    await pass();
    await pass();
    expect(told).toEqual(["saving", ""]);
  });
});
