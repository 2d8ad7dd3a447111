import { statusInEtag } from "#application/automations/automation-etag.ts";
import { readDestinationTexts, tokenizeDestination } from "#application/deliveries/tokenized-destination.ts";
import { route } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { type AutomationStatus, DestinationKind } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { deriveStatus, statusIntent } from "#domain/ledger/status.ts";
import { definitionFromWire } from "#domain/wire/automations/automation-on-wire.ts";
import { AutomationData, UpdateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { automationKind, toDefinition } from "#domain/workspace/automations/automations.ts";
import { findSetup, listDestinations, parseErasedReference } from "#domain/workspace/automations/destination.ts";
import { updateAutomation } from "#domain/workspace/automations/edit-automation.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { Automation } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { requireItem } from "../workspace/execute-on-workspace.ts";
import { saveWithPersonalTexts } from "../workspace/save-with-personal-texts.ts";
import { toAutomationAnswer } from "./answer.ts";
import { detokenizeConflict } from "./detokenize-conflict.ts";
import { enableResumed, resumeLedger } from "./resume.ts";
import { loadToday } from "./today.ts";

/** Updates a report, recording the merchant's intent (D-4). */
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
      /** Status that the user saw, from the page's ETag, else from the version of the comparison. */
      const seenStatus = async (seen: Automation | undefined): Promise<AutomationStatus> => {
        const etagStatus = call.ifMatch === undefined ? undefined : statusInEtag(call.ifMatch);
        if (etagStatus !== undefined) return etagStatus;
        const { state } = await deps.runner.load(ledgerDecider, body.id);
        return deriveStatus({ enabled: seen?.enabled ?? false, endsTo: seen?.schedule.endsTo ?? null }, state);
      };
      let status: AutomationStatus | undefined;
      const save = (assertResumed: (decision: readonly unknown[] | Refusal) => void) =>
        saveWithPersonalTexts(deps, call, {
          kind: automationKind,
          id: body.id,
          step: `update-automation ${body.id}`,
          tokenize: async (chargedVault, before, seen) => {
            status ??= await seenStatus(seen);
            const submitted = definitionFromWire(body, { definition: seen, status });
            if (isRefusal(submitted)) return submitted;
            const earlierDestinations = before.flatMap(listDestinations);
            const kept = await tokenizeDestination(chargedVault, tenant, submitted.destination, earlierDestinations);
            if (isRefusal(kept)) return kept;
            const next =
              submitted.next && (await tokenizeDestination(chargedVault, tenant, submitted.next, earlierDestinations));
            if (next && isRefusal(next)) return next;
            const starts = statusIntent(body.status, status) === "start";
            // A start also validates values saved in another window.
            const known = starts ? await readDestinationTexts(vault, ...earlierDestinations) : [];
            return {
              submitted,
              destination: kept.destination,
              next: next?.destination,
              texts: new Map([...known, ...kept.texts, ...(next?.texts ?? [])]),
              starts,
            };
          },
          edit: ({ submitted, destination, next, texts, starts }, base, state) => {
            const wanted = { ...submitted, destination, ...(next && { next }) };
            const seen = base ? toDefinition(base) : wanted;
            const typed = findSetup(submitted, DestinationKind.Ftp);
            const command = {
              type: "UpdateAutomation" as const,
              automationId: body.id,
              // The page shows a suspended report as enabled; its start validates all of it.
              base: starts ? { ...seen, enabled: false } : seen,
              wanted,
              texts,
              today,
              passwordTyped: typed !== undefined && parseErasedReference(typed.password) === undefined,
            };
            if (starts) assertResumed(updateAutomation(command, state));
            return command;
          },
        });
      const saved = await enableResumed(
        () => resumeLedger(deps, call, { automationId: body.id, choice: "nothing" }),
        save,
      );
      if (isRefusal(saved)) return saved;
      const { result, tokenized } = saved;
      if (isRefusal(result)) return detokenizeConflict(vault, result, tokenized.submitted);
      return toAutomationAnswer(
        deps,
        call,
        requireItem(findItem(automationKind, result.state, body.id), "automated reports"),
        result,
      );
    },
  });
