import { describe, expect, it } from "vitest";
import type { Outage } from "#domain/wire/outages.ts";
import { createTroubles } from "./troubles.ts";

/** Runs the continuations of settled promises. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A server that answers in turn; an Error means no response. `pass` ends the pause between two requests. */
const given = (...answers: (Outage[] | Error)[]) => {
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
  it("are shown from the first response that names them until the server says they are over", async () => {
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

  it("include that Sheaf is unavailable while calls wait for it, until it answers again", async () => {
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

  it("no longer include that Sheaf is unavailable once a waiting call is answered", async () => {
    const { troubles, well, pass } = given(new Error("502"), []);
    troubles.markUnavailable();
    await turns();
    troubles.markAvailable();
    expect([troubles.current(), well]).toEqual([[], []]);
    await pass();
    expect(well).toEqual([true]);
  });

  it("are fetched at once if a call takes long, but only once for several callers", async () => {
    const { troubles, pass, asked } = given(["showing"], []);
    troubles.suspectOutage();
    troubles.suspectOutage();
    await turns();
    expect([troubles.current(), asked()]).toEqual([["showing"], 1]);
    await pass();
    expect(troubles.current()).toEqual([]);
  });

  it("are cleared as unfounded if the server reports none twice", async () => {
    const { troubles, well, pass, asked } = given([], []);
    troubles.suspectOutage();
    await turns();
    expect(well).toEqual([]);
    await pass();
    expect([well, asked()]).toEqual([[false], 2]);
  });

  it("stay the same while the server doesn't answer, and aren't polled if none is known", async () => {
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

  it("don't delay a retry that is possible again while another trouble remains", async () => {
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

  it("allow a retry of a call that failed for another reason", async () => {
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

  it("notify their listeners only if they change", async () => {
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
