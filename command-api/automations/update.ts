import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { localTime } from "#domain/dates/local-time.ts";
import { definitionFromWire } from "#domain/wire/automation-on-wire.ts";
import { AutomationData, UpdateAutomationPayload } from "#domain/wire/automations.ts";
import type { AutomationDefinition } from "#domain/workspace/automation.ts";
import { automationKind, definitionOf } from "#domain/workspace/automations.ts";
import { keptPrefixes, referencesTo } from "#domain/workspace/destination.ts";
import { updateAutomation } from "#domain/workspace/edit-automation.ts";
import type { Automation } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import { route } from "#infra/app/http/route.ts";
import { type KeptDestination, keepDestination, wouldKeepDestination } from "#infra/app/kept-destination.ts";
import { loadAuthorizedShop } from "#infra/app/session/authorized-shop.ts";
import type { CommandApiDeps } from "../deps.ts";
import { left, type MerchantsCommand } from "../workspace/run.ts";
import { saveWithWords } from "../workspace/save-with-words.ts";
import { automationAnswer } from "./answer.ts";
import { spokenConflict } from "./spoken-conflict.ts";

type Edit = Extract<MerchantsCommand, { type: "UpdateAutomation" }>;
/** What was sent, as it would be kept and as it is spoken. */
type Kept = KeptDestination & { sent: AutomationDefinition };

const destinationsOf = (automations: readonly Automation[]) => automations.map(({ destination }) => destination);

/** The shop's day, `YYYY-MM-DD`. */
const todayOf = async (deps: CommandApiDeps, tenant: string): Promise<string> => {
  const { profile } = await loadAuthorizedShop(deps, tenant);
  return localTime(deps.clock.now(), knownZone(profile.ianaTimezone)).toFormat("yyyy-LL-dd");
};

/** Takes the whole automated report, records what the merchant meant (D-4), and answers it as it now stands. */
export const updateAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "automations/update-automation",
    summary:
      "Saves an automated report: fields that others changed since If-Match merge, or are refused with both values",
    access: "shop",
    ifMatch: true,
    body: UpdateAutomationPayload,
    data: AutomationData,
    handler: async ({ body }, call) => {
      const { vault } = deps;
      const { tenant } = call.caller;
      const today = await todayOf(deps, tenant);
      const saved = await saveWithWords(deps, call, {
        kind: automationKind,
        id: body.id,
        step: `update-automation ${body.id}`,
        keep: async (before, seen): Promise<Kept | Refusal> => {
          const sent = definitionFromWire(body, seen);
          if (isRefusal(sent)) return sent;
          const kept = await wouldKeepDestination(vault, tenant, sent.destination, destinationsOf(before));
          return isRefusal(kept) ? kept : { ...kept, sent };
        },
        put: (kept) => keepDestination(vault, tenant, kept),
        edit: ({ sent, destination, texts }, base): Edit => {
          const wanted = { ...sent, destination };
          const seen = base ? definitionOf(base) : wanted;
          return { type: "UpdateAutomation", automationId: body.id, base: seen, wanted, texts, today };
        },
        decide: updateAutomation,
        referencesOf: (automations) =>
          keptPrefixes.flatMap((under) => referencesTo(destinationsOf(automations), under)),
      });
      if (isRefusal(saved)) return saved;
      const { result, kept } = saved;
      if (isRefusal(result)) return spokenConflict(vault, result, kept.sent);
      return automationAnswer(
        deps,
        left(find(automationKind, result.state, body.id), "automated reports"),
        result.state,
      );
    },
  });
