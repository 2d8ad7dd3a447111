import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { impersonationDecider } from "./decider.ts";
import type { GrantEvent, ImpersonationEvent } from "./events.ts";
import { grantAt, grantDecider } from "./grant.ts";

const begunAt = "2026-11-20T10:00:00.000Z";
const allowed: ImpersonationEvent = { type: "ImpersonationAllowed", data: { agent: "a", reasonRef: "r" } };
const begun: ImpersonationEvent = { type: "ImpersonationBegun", data: { until: "2026-11-20T10:15:00.000Z" } };
const ended: ImpersonationEvent = { type: "ImpersonationEnded", data: { by: "agent" } };
const look = (...events: ImpersonationEvent[]) => given(impersonationDecider, events, { instant: begunAt });
const at = (instant: string, ...events: ImpersonationEvent[]) =>
  impersonationDecider.decide(
    { type: "EndImpersonation", by: "merchant", context: { instant, newId: String } },
    look(...events).state,
  );

describe("an impersonation session", () => {
  it("begins once and lasts 15 minutes", () => {
    expect(look(allowed).when({ type: "BeginImpersonation" })).toEqual([begun]);
    for (const events of [[], [allowed, begun], [allowed, begun, ended], [allowed, ended]])
      expect(refusalOf(look(...events).when({ type: "BeginImpersonation" })).message).toMatch(/already been used/);
  });

  it("can be ended once, even before its ticket is used", () => {
    expect(look(allowed, begun).when({ type: "EndImpersonation", by: "agent" })).toEqual([ended]);
    expect(look(allowed).when({ type: "EndImpersonation", by: "agent" })).toEqual([ended]);
    for (const events of [[], [allowed, ended], [allowed, begun, ended]])
      expect(look(...events).when({ type: "EndImpersonation", by: "agent" })).toEqual([]);
  });

  it("needs no end after it has expired", () => {
    expect(at("2026-11-20T10:14:59.999Z", allowed, begun)).toHaveLength(1);
    expect(at("2026-11-20T10:15:00.000Z", allowed, begun)).toEqual([]);
  });

  it("keeps the shop, the agent and the reason once it has ended", () => {
    expect(look(allowed, begun, ended).state).toEqual({
      status: "ended",
      by: "agent",
      tenant: "tenant-1",
      agent: "a",
      reasonRef: "r",
    });
  });
});

describe("a merchant who lets support make changes", () => {
  const granted: GrantEvent = {
    type: "SupportChangesAllowed",
    data: { hours: 24, until: "2026-11-21T10:00:00.000Z" },
  };
  const stopped: GrantEvent = { type: "SupportChangesStopped", data: {} };
  const grant = (...events: GrantEvent[]) => given(grantDecider, events, { instant: begunAt });

  it.each([
    [1, "2026-11-20T11:00:00.000Z"],
    [24, "2026-11-21T10:00:00.000Z"],
    [72, "2026-11-23T10:00:00.000Z"],
  ])("allows them for %i hours", (hours, until) => {
    expect(grant().when({ type: "AllowSupportChanges", hours })).toEqual([
      { type: "SupportChangesAllowed", data: { hours, until } },
    ]);
  });

  it.each([0, 2, 73, 1.5, -1])("may not choose %d hours", (hours) => {
    expect(refusalOf(grant().when({ type: "AllowSupportChanges", hours })).message).toMatch(/1, 24, 72 hours/);
  });

  it("allows them only until the permission expires", () => {
    const { state } = grant(granted);
    expect(grantAt(state, "2026-11-21T09:59:59.999Z")).toEqual({ allowedAt: begunAt, ...granted.data });
    expect(grantAt(state, "2026-11-21T10:00:00.000Z")).toBeNull();
  });

  it("can withdraw the permission at once", () => {
    expect(grant(granted).when({ type: "StopSupportChanges" })).toEqual([stopped]);
    expect(grantAt(grant(granted, stopped).state, begunAt)).toBeNull();
    expect(grant(granted, stopped).when({ type: "StopSupportChanges" })).toEqual([]);
  });
});
