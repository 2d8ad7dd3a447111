import { automationOnWire } from "#domain/wire/automation-on-wire.ts";
import type { AutomationOnWire } from "#domain/wire/automations.ts";
import { untried } from "#domain/workspace/automations.ts";
import type { AutomationFacts, WorkspaceState } from "#domain/workspace/state.ts";
import { speakDestinations } from "#infra/app/kept-destination.ts";
import { publicPlaceOf } from "#infra/app/public-address.ts";
import type { CommandApiDeps } from "../deps.ts";

/** An automated report of a workspace as calls answer it. */
export const automationAnswer = async (
  { vault, config }: Pick<CommandApiDeps, "vault" | "config">,
  automation: AutomationFacts,
  { automations }: Pick<WorkspaceState, "automations">,
): Promise<AutomationOnWire> => {
  const [spoken = automation] = await speakDestinations(vault, [automation]);
  const place = publicPlaceOf({ vault, appUrl: config.APP_URL }, automation, automations);
  return automationOnWire(spoken, untried, place);
};
