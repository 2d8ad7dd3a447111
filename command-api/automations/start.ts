import { createCallBudget } from "#application/admission/budget.ts";
import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { notFound } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { StartAutomationPayload } from "#domain/wire/automations/automation-info.ts";
import { AutomationData } from "#domain/wire/automations/automations.ts";
import { automationKind, toDefinition } from "#domain/workspace/automations/automations.ts";
import { updateAutomation } from "#domain/workspace/automations/edit-automation.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace, requireItem } from "../workspace/execute-on-workspace.ts";
import { toAutomationAnswer } from "./answer.ts";
import { enableResumed, resumeLedger } from "./resume.ts";
import { loadToday } from "./today.ts";

/** Starts the saved report, with the merchant's choice for the skipped time. */
export const startAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/start",
    summary:
      "Starts an automated report that is paused or suspended; CatchUp says what becomes of the time that was skipped: nothing, one report, or one for each slot",
    description:
      "Checks everything the report needs before it starts. The skipped time that is asked about comes from automations/automation-info.",
    refuses: ["rule", "invalid", "unknown"],
    access: "shop",
    body: StartAutomationPayload,
    data: AutomationData,
    handler: async ({ body: { id, CatchUp: choice } }, call) => {
      const { tenant } = call.caller;
      const { state } = await deps.runner.load(workspaceDecider, tenant);
      const automation = findItem(automationKind, state, id);
      if (!automation) throw notFound("This automated report can't be found. Choose another one.");
      const definition = toDefinition(automation);
      const start = {
        type: "UpdateAutomation",
        automationId: id,
        base: { ...definition, enabled: false },
        wanted: { ...definition, enabled: true },
        texts: await readDestinationTexts(deps.vault, automation.destination),
        today: await loadToday(deps, tenant),
      } as const;
      const changes = createCallBudget(deps.budgets.changes, tenant);
      const result = await enableResumed(
        () => resumeLedger(deps, call, { automationId: id, choice }, changes),
        (assertResumed) => {
          const make = (now: WorkspaceState) => {
            assertResumed(updateAutomation(start, now));
            return start;
          };
          return executeOnWorkspace(deps, call, `start ${id} ${choice}`, make, changes);
        },
      );
      if (isRefusal(result)) return result;
      return toAutomationAnswer(
        deps,
        call,
        requireItem(findItem(automationKind, result.state, id), "automated reports"),
        result,
      );
    },
  });
