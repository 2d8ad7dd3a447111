import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { consoleDecider } from "./decider.ts";
import type { ConsoleEvent } from "./events.ts";
import { hasRole, parseRoleClaim, roles } from "./roles.ts";

const instant = "2026-11-20T10:00:00.000Z";
const looked: ConsoleEvent = { type: "ShopLookedAt", data: { agent: "a" } };

describe("an act in the console", () => {
  it("is recorded once, even if it is sent again", () => {
    const note = { type: "NoteAct", act: looked, context: contextAt(instant) } as const;
    expect(consoleDecider.decide(note, consoleDecider.initialState)).toEqual([looked]);
    const after = consoleDecider.evolve(consoleDecider.initialState, looked, metadataAt(instant), 0);
    expect(consoleDecider.decide(note, after)).toEqual([]);
  });
});

describe("a refused act", () => {
  const data = {
    agent: "a",
    act: "restart-report",
    about: "r",
    reasonRef: "act-reason:1",
    from: null,
    to: null,
  } as const;
  const acted: ConsoleEvent = { type: "AgentActed", data };
  const refused: ConsoleEvent = { type: "AgentActRefused", data };
  const stateAfter = (...history: ConsoleEvent[]) =>
    history.reduce(
      (reached, event, version) => consoleDecider.evolve(reached, event, metadataAt(instant), version),
      consoleDecider.initialState,
    );
  const context = contextAt(instant);
  const refuseAfter = (...history: ConsoleEvent[]) =>
    consoleDecider.decide({ type: "NoteRefusal", context }, stateAfter(...history));
  const doubtAfter = (...history: ConsoleEvent[]) =>
    consoleDecider.decide({ type: "NoteUnconfirmed", context }, stateAfter(...history));
  const actAfter = (knownRefusals: number, ...history: ConsoleEvent[]) =>
    consoleDecider.decide({ type: "NoteAct", act: acted, knownRefusals, context }, stateAfter(...history));

  it("is recorded once, and only after the act", () => {
    expect(refuseAfter()).toEqual([]);
    expect(refuseAfter(acted)).toEqual([refused]);
    expect(refuseAfter(acted, refused)).toEqual([]);
    expect(refuseAfter(looked)).toEqual([]);
  });

  it.each(["drop", "try-again"] as const)("may concern a job: %s", (act) => {
    const job = { agent: "a", jobId: "export:1", kind: "export", reasonRef: "act-reason:1" };
    const done: ConsoleEvent = { type: act === "drop" ? "JobDropped" : "JobTriedAgain", data: job };
    expect(refuseAfter(done)).toEqual([{ type: "JobActRefused", data: { ...job, act } }]);
    expect(doubtAfter(done)).toEqual([{ type: "JobActUnconfirmed", data: { ...job, act } }]);
    expect(doubtAfter(acted)).toEqual([]);
  });

  it("can be done later, but not by a request that began before its refusal", () => {
    expect(actAfter(1, acted, refused)).toEqual([acted]);
    expect(actAfter(0, acted, refused)).toMatchObject({ code: "conflict" });
    expect(actAfter(1, acted, refused, acted, refused)).toMatchObject({ code: "conflict" });
  });
});

describe("a role", () => {
  it("includes the rights of the lower roles", () => {
    const may = roles.map((has) => roles.filter((needs) => hasRole(has, needs)).join());
    expect(may).toEqual(["viewer", "viewer,agent", "viewer,agent,admin"]);
  });

  it.each([
    ["admin", "admin"],
    [["viewer"], "viewer"],
    [["other", "agent", "viewer"], "agent"],
    [["Admin"], undefined],
    [[], undefined],
    [undefined, undefined],
    [{ admin: true }, undefined],
    ["viewer agent", undefined],
  ])("from the claim %j is %s", (claim, role) => {
    expect(parseRoleClaim(claim)).toBe(role);
  });
});
