import {
  loadSchedulingState,
  loadShopSchedulingState,
  type SchedulingState,
  toSchedulingState,
} from "#application/automations/scheduling-state.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { buildStart } from "#domain/ledger/planning/start-of-report.ts";
import { deriveStatus } from "#domain/ledger/status.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { createActRoute, createActSchema, toRuleViolation } from "./act-route.ts";

/** Refuses a restart; undefined if the report is suspended and may run. */
const refuseRestart = ({ automation, outlook }: SchedulingState): Refusal | undefined => {
  if (!automation) return refuse("unknown", "The merchant has deleted this automated report.");
  const { enabled, schedule } = automation;
  switch (deriveStatus({ enabled, endsTo: schedule.endsTo }, outlook.state)) {
    case AutomationStatus.Paused:
      return refuse("rule", "The merchant paused this report. Only the merchant can start it.");
    case AutomationStatus.SuspendedRetry:
      return refuse(
        "rule",
        "This report has already been restarted, and its first run hasn't finished. Check its runs.",
      );
    case AutomationStatus.Suspended:
      return outlook.subscribed
        ? undefined
        : refuse(
            "rule",
            "None of this shop's reports run: it isn't connected, or has a charge to approve. The merchant must log in first.",
          );
    default:
      return refuse("rule", "This report isn't suspended any more, so there is nothing to restart.");
  }
};

/**
 * `restart` starts a suspended automated report as its merchant would: one run covers all missing time and shows
 * if the fault is fixed. Cannot be undone; the merchant can pause the report.
 */
export const restartReportRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const { runner, readModels } = deps;
  return createActRoute(deps, {
    path: "automations/:id/restart",
    needs: "agent",
    act: "restart-report",
    body: createActSchema({}),
    find: async (automationId) => {
      const found = await readModels.get(collections.automations.name, automationId);
      return found && { automationId, tenant: (found.document as unknown as AutomationDocument).tenant };
    },
    judge: async ({ tenant, automationId }) => {
      const schedulingState = await loadSchedulingState(
        deps,
        await loadShopSchedulingState(deps, tenant),
        automationId,
      );
      return refuseRestart(schedulingState) ?? { from: null, to: null };
    },
    perform: async ({ tenant, automationId }, _asked, request) => {
      const shop = await loadShopSchedulingState(deps, tenant);
      const result = await runner.execute(
        ledgerDecider,
        automationId,
        (context, state): LedgerCommand => {
          const schedulingState = toSchedulingState(shop, automationId, { state, now: context.instant });
          // The merchant may have paused or deleted it. Repeats do not get here.
          const refusal = refuseRestart(schedulingState);
          if (refusal) throw toRuleViolation(refusal);
          return { ...buildStart(schedulingState.outlook, "one", scheduleFunctions), context };
        },
        request,
      );
      return isRefusal(result) ? result : {};
    },
  });
};
