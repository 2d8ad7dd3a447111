import { speakDestinations } from "#application/deliveries/kept-destination.ts";
import { publicPlaceOf } from "#application/deliveries/public-address.ts";
import type { AutomationStanding } from "#domain/ledger/standing.ts";
import { automationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { Placed } from "#domain/workspace/automations/file-place.ts";
import type { AutomationFacts } from "#domain/workspace/state.ts";
import type { QueryApiDeps } from "../deps.ts";

type Answered = { automation: AutomationFacts; standing: AutomationStanding };

/**
 * Automated reports as calls answer them, with one vault read for all.
 * @param ofShop all reports of the shop, as a public name and a file's place (ADR 84) belong to one report alone
 */
export const automationAnswers = async (
  { vault, config }: Pick<QueryApiDeps, "vault" | "config">,
  answered: readonly Answered[],
  ofShop: readonly (Placed & { enabled: boolean })[],
): Promise<AutomationOnWire[]> => {
  const spoken = await speakDestinations(
    vault,
    answered.map(({ automation }) => automation),
  );
  return answered.map(({ automation: kept, standing }, n) =>
    automationOnWire(spoken[n] ?? kept, standing, {
      placeOf: (destination) =>
        publicPlaceOf({ vault, appUrl: config.APP_URL }, { automationId: kept.automationId, destination }, ofShop),
      ofShop,
    }),
  );
};
