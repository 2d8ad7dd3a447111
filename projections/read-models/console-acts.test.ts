import { expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import type { Actor } from "#domain/core/message.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Projected } from "../projection.ts";
import { consoleActs } from "./console-acts.ts";

const instant = "2026-11-20T10:00:00.000Z";
const eventBy = (actor: Actor, event: { type: string; data: object }): Projected => {
  const metadata = metadataAt(instant, { tenant: "t", actor });
  return { ...event, id: "e", metadata, stream: "workspace-t", version: 5, position: "7" } as Projected;
};
const inLook = { kind: "support", agent: "a", impersonation: "look" } as const;
const renamed = { type: "FilterRenamed", data: { filterId: "f", from: "Old", to: "New" } };
const taken = (event: Projected) => consoleActs.accepts?.(event as unknown as RecordedEvent);

it("a change by support in an impersonation session is listed with its event and session", () => {
  const event = eventBy(inLook, renamed);
  expect(taken(event)).toBe(true);
  expect(consoleActs.toDocumentKey(event)).toEqual({ collection: "console-acts", id: "e" });
  expect(consoleActs.project(event)).toEqual([
    {
      collection: "console-acts",
      kind: "put",
      id: "e",
      document: {
        tenant: "t",
        at: instant,
        agent: "a",
        what: "changed something as the merchant",
        about: "workspace-t:5",
        look: "look",
        reasonRef: null,
      },
    },
  ]);
});

it("events of merchants and of Sheaf, and the start of an impersonation session, are left out", () => {
  expect(taken(eventBy({ kind: "merchant" }, renamed))).toBe(false);
  expect(taken(eventBy({ kind: "system", part: "scheduler" }, renamed))).toBe(false);
  expect(consoleActs.types).not.toContain("ImpersonationBegun");
});

it("an act at the console still has one document", () => {
  const event = {
    ...eventBy({ kind: "agent", agent: "a" }, { type: "ShopLookedAt", data: { agent: "a" } }),
    stream: "console-c1",
  } as Projected;
  expect(taken(event)).toBe(true);
  expect(consoleActs.project(event)).toMatchObject([
    { id: "c1", document: { what: "looked at the shop", agent: "a" } },
  ]);
});

it.each([
  ["JobActRefused", "drop", "dropped a job", { refused: true }],
  ["JobActRefused", "try-again", "tried a job again", { refused: true }],
  ["JobActUnconfirmed", "drop", "dropped a job", { unconfirmed: true }],
  ["JobActUnconfirmed", "try-again", "tried a job again", { unconfirmed: true }],
] as const)("%s to %s a job keeps the act's document, marked so", (type, act, what, marks) => {
  const data = { agent: "a", jobId: "export:1", kind: "export", reasonRef: "act-reason:1", act };
  const event = {
    ...eventBy({ kind: "agent", agent: "a" }, { type, data }),
    stream: "console-c1",
  } as Projected;
  expect(consoleActs.project(event)).toMatchObject([
    { id: "c1", document: { what, about: "export:1", reasonRef: "act-reason:1", ...marks } },
  ]);
});

it("an act that was refused after it was recorded keeps its document, marked as refused", () => {
  const data = {
    agent: "a",
    act: "change-tier",
    about: null,
    reasonRef: "act-reason:1",
    from: "Starter",
    to: "Growth",
  };
  const event = {
    ...eventBy({ kind: "agent", agent: "a" }, { type: "AgentActRefused", data }),
    stream: "console-c1",
  } as Projected;
  expect(consoleActs.project(event)).toMatchObject([
    { id: "c1", document: { what: "changed the tier", refused: true, change: { from: "Starter", to: "Growth" } } },
  ]);
});
