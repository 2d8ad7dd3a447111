import { statusInEtag } from "#application/automations/automation-etag.ts";
import {
  readDestinationTexts,
  storeDestinationTexts,
  type TokenizedDestination,
  tokenizeDestination,
} from "#application/deliveries/tokenized-destination.ts";
import { ApiError } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { toHttpRefusal } from "#application/http/to-http.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { type AutomationStatus, DestinationKind } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { deriveStatus, statusIntent } from "#domain/ledger/status.ts";
import { definitionFromWire } from "#domain/wire/automations/automation-on-wire.ts";
import { AutomationData, UpdateAutomationPayload } from "#domain/wire/automations/automations.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import { automationKind, toDefinition } from "#domain/workspace/automations/automations.ts";
import {
  type Destination,
  findSetup,
  listDestinations,
  listVaultReferences,
  parseErasedReference,
  vaultPrefixes,
} from "#domain/workspace/automations/destination.ts";
import { updateAutomation } from "#domain/workspace/automations/edit-automation.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { Automation } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { type MerchantCommand, requireItem } from "../workspace/execute-on-workspace.ts";
import { saveWithPersonalTexts } from "../workspace/save-with-personal-texts.ts";
import { toAutomationAnswer } from "./answer.ts";
import { detokenizeConflict } from "./detokenize-conflict.ts";
import { resumeLedger } from "./resume.ts";
import { loadToday } from "./today.ts";

type Edit = Extract<MerchantCommand, { type: "UpdateAutomation" }>;
/**
 * The submitted definition, in plaintext (`submitted`) and as it would be stored. A report to be started resumes its
 * ledger (D-6) just before the save, when personal values are stored.
 */
type TokenizedUpdate = Omit<TokenizedDestination, "missing"> & {
  next: Destination | undefined;
  sent: AutomationDefinition;
  words: TokenizedDestination["missing"];
  starts: boolean;
  missing: readonly unknown[];
};

/** Takes the whole automated report, records what the merchant meant (D-4), and returns it as it now stands. */
export const updateAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "automations/update-automation",
    summary:
      "Saves an automated report: fields that others changed since If-Match merge, or are refused with both values",
    description:
      "Takes the whole report. Changing its status starts or pauses it. The password of an FTP server is never answered: send its mask back to keep it.",
    refuses: ["invalid", "unknown", "conflict", "rule"],
    access: "shop",
    ifMatch: true,
    body: UpdateAutomationPayload,
    data: AutomationData,
    handler: async ({ body }, call) => {
      const { vault } = deps;
      const { tenant } = call.caller;
      const today = await loadToday(deps, tenant);
      /** Returns the status that the page saw: from its ETag, else from the version that the save is compared with. */
      const seenStatus = async (seen: Automation | undefined): Promise<AutomationStatus> => {
        const told = call.ifMatch === undefined ? undefined : statusInEtag(call.ifMatch);
        if (told !== undefined) return told;
        const { state } = await deps.runner.load(ledgerDecider, body.id);
        return deriveStatus({ enabled: seen?.enabled ?? false, endsTo: seen?.schedule.endsTo ?? null }, state);
      };
      let isResumed = false;
      const saved = await saveWithPersonalTexts(deps, call, {
        kind: automationKind,
        id: body.id,
        step: `update-automation ${body.id}`,
        tokenize: async (before, seen): Promise<TokenizedUpdate | Refusal> => {
          const status = await seenStatus(seen);
          const submitted = definitionFromWire(body, { definition: seen, status });
          if (isRefusal(submitted)) return submitted;
          const earlierDestinations = before.flatMap(listDestinations);
          const kept = await tokenizeDestination(vault, tenant, submitted.destination, earlierDestinations);
          if (isRefusal(kept)) return kept;
          const next = submitted.next
            ? await tokenizeDestination(vault, tenant, submitted.next, earlierDestinations)
            : undefined;
          if (next && isRefusal(next)) return next;
          const words = [...kept.missing, ...(next?.missing ?? [])];
          const starts = statusIntent(body.status, status) === "start";
          const missing = [...words, ...(starts && !isResumed ? ["resume"] : [])];
          // A start also validates values saved in another window.
          const known = starts ? await readDestinationTexts(vault, ...earlierDestinations) : [];
          const texts = new Map([...known, ...kept.texts, ...(next?.texts ?? [])]);
          return {
            destination: kept.destination,
            next: next?.destination,
            texts,
            words,
            missing,
            sent: submitted,
            starts,
          };
        },
        storeTexts: async ({ words, starts }) => {
          await storeDestinationTexts(vault, tenant, { missing: words });
          if (!starts || isResumed) return;
          const refused = await resumeLedger(deps, call, { automationId: body.id, choice: "nothing" });
          if (refused) throw new ApiError(toHttpRefusal(refused));
          isResumed = true;
        },
        edit: ({ sent: submitted, destination, next, texts, starts }, base): Edit => {
          const wanted = { ...submitted, destination, ...(next && { next }) };
          const seen = base ? toDefinition(base) : wanted;
          // The page shows a suspended report as enabled; starting it validates all of it.
          const meant = starts ? { ...seen, enabled: false } : seen;
          const typed = findSetup(submitted, DestinationKind.Ftp);
          const passwordTyped = typed !== undefined && parseErasedReference(typed.password) === undefined;
          return { type: "UpdateAutomation", automationId: body.id, base: meant, wanted, texts, today, passwordTyped };
        },
        decide: updateAutomation,
        referencesOf: (automations) =>
          vaultPrefixes.flatMap((under) => listVaultReferences(automations.flatMap(listDestinations), under)),
      });
      if (isRefusal(saved)) return saved;
      const { result, kept: tokenized } = saved;
      if (isRefusal(result)) return detokenizeConflict(vault, result, tokenized.sent);
      return toAutomationAnswer(
        deps,
        call,
        requireItem(findItem(automationKind, result.state, body.id), "automated reports"),
        result,
      );
    },
  });
