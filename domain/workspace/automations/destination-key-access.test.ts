import { expect, it } from "vitest";
import { refusalOf } from "../../core/given-for-tests.ts";
import { DestinationKind, WebhookMethod } from "../../enumerations.ts";
import type { WorkspaceEvent } from "../events.ts";
import {
  automation,
  byFtp,
  designs,
  filters,
  givenWorkspace,
  reference,
  stateAfter,
  systemFilters,
} from "../workspace-for-tests.ts";

const start = [...systemFilters, ...designs("r"), ...filters("f")];
const byWebhook = { kind: DestinationKind.Webhook, method: WebhookMethod.Get, url: reference("w") };
const note = (did: "secret-shown" | "secret-renewed" | "key-forgotten") =>
  ({ type: "NoteAutomationAccess", automationId: "1", did }) as const;

it("the use of a key is recorded without changing what an edit is compared with", () => {
  const { when, state } = givenWorkspace(...start, automation("1", { destination: byFtp() }));
  const events = when(note("key-forgotten")) as WorkspaceEvent[];
  expect(events).toEqual([{ type: "ServerKeyForgotten", data: { automationId: "1", host: byFtp().host } }]);
  const [before, after] = [state, stateAfter(state, events)].map(({ automations }) => automations[0]);
  expect(after).toEqual({ ...before, accessed: { did: "key-forgotten", at: expect.any(String) } });
});

it("a secret shown twice within a moment is recorded once, but each renewal is", () => {
  const shown: WorkspaceEvent = { type: "WebhookSecretShown", data: { automationId: "1" } };
  const { when } = givenWorkspace(...start, automation("1", { destination: byWebhook }), shown);
  expect(when(note("secret-shown"))).toEqual([]);
  expect(when(note("secret-renewed"))).toEqual([{ type: "WebhookSecretRenewed", data: { automationId: "1" } }]);
});

it("the use of a key is rejected for a report with another destination, or a missing one", () => {
  const { when } = givenWorkspace(...start, automation("1"));
  for (const did of ["secret-shown", "secret-renewed", "key-forgotten"] as const)
    expect(refusalOf(when(note(did))).message).toContain("as its destination first");
  expect(refusalOf(givenWorkspace(...start).when(note("secret-shown"))).code).toBe("unknown");
});
