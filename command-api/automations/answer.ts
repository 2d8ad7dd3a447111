import { withStandings } from "#application/automations/standings.ts";
import { automationTag } from "#application/automations/tag.ts";
import { speakDestinations } from "#application/deliveries/kept-destination.ts";
import { publicPlaceOf } from "#application/deliveries/public-address.ts";
import type { CallOf } from "#application/http/route.ts";
import { automationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { AutomationFacts, WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";

/** An automated report as calls answer it, with its current standing. The ETag holds the answered status. */
export const automationAnswer = async (
  deps: Pick<CommandApiDeps, "vault" | "config" | "runner" | "clock">,
  call: CallOf<"shop">,
  automation: AutomationFacts,
  { state, version }: { state: Pick<WorkspaceState, "automations">; version: number },
): Promise<AutomationOnWire> => {
  const { vault, config } = deps;
  const [spoken = automation] = await speakDestinations(vault, [automation]);
  const [told] = await withStandings(deps, call.caller.tenant, [automation]);
  if (!told) throw new Error("An automated report that was looked at has no standing.");
  const { standing } = told;
  call.setHeader("etag", automationTag(version, standing.status));
  const { automationId } = automation;
  return automationOnWire(spoken, standing, {
    placeOf: (destination) =>
      publicPlaceOf({ vault, appUrl: config.APP_URL }, { automationId, destination }, state.automations),
    ofShop: state.automations,
  });
};
