import { createPublicLink } from "#application/deliveries/public-address.ts";
import { detokenizeDestinations } from "#application/deliveries/tokenized-destination.ts";
import type { AutomationProgress } from "#domain/ledger/automation-progress.ts";
import { automationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { FileLocation } from "#domain/workspace/automations/file-conflicts.ts";
import type { AutomationFacts } from "#domain/workspace/state.ts";
import type { QueryApiDeps } from "../deps.ts";

type AutomationWithProgress = { automation: AutomationFacts; progress: AutomationProgress };

/**
 * Automated reports on the wire, with one vault read for all.
 * @param ofShop all reports of the shop, as a public name and a file's place (ADR 84) belong to one report alone
 */
export const toAutomationAnswers = async (
  { vault, config }: Pick<QueryApiDeps, "vault" | "config">,
  answered: readonly AutomationWithProgress[],
  ofShop: readonly (FileLocation & { enabled: boolean })[],
): Promise<AutomationOnWire[]> => {
  const plaintext = await detokenizeDestinations(
    vault,
    answered.map(({ automation }) => automation),
  );
  return answered.map(({ automation: kept, progress }, n) =>
    automationOnWire(plaintext[n] ?? kept, progress, {
      placeOf: (destination) =>
        createPublicLink({ vault, appUrl: config.APP_URL }, { automationId: kept.automationId, destination }, ofShop),
      ofShop,
    }),
  );
};
