import { formatAutomationEtag } from "#application/automations/automation-etag.ts";
import { withProgress } from "#application/automations/automation-progress.ts";
import { createPublicLink } from "#application/deliveries/public-address.ts";
import { detokenizeDestinations } from "#application/deliveries/tokenized-destination.ts";
import type { CallOf } from "#application/http/route.ts";
import { automationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { AutomationFacts, WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Returns the report with its current progress. The ETag holds the answered status. */
export const toAutomationAnswer = async (
  deps: Pick<CommandApiDeps, "vault" | "config" | "runner" | "clock">,
  call: CallOf<"shop">,
  automation: AutomationFacts,
  { state, version }: { state: Pick<WorkspaceState, "automations">; version: number },
): Promise<AutomationOnWire> => {
  const { vault, config } = deps;
  const [plaintext = automation] = await detokenizeDestinations(vault, [automation]);
  const [entry] = await withProgress(deps, call.caller.tenant, [automation]);
  if (!entry) throw new Error("An automated report lacks its progress.");
  const { progress } = entry;
  call.setHeader("etag", formatAutomationEtag(version, progress.status));
  const { automationId } = automation;
  return automationOnWire(plaintext, progress, {
    placeOf: (destination) =>
      createPublicLink({ vault, appUrl: config.APP_URL }, { automationId, destination }, state.automations),
    ofShop: state.automations,
  });
};
