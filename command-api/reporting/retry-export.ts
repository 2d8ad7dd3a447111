import { z } from "zod";
import { type ExportPermits, tooManyWaiting } from "#application/admission/export-permits.ts";
import { prepareRepeat, tooOld } from "#application/exports/repeat-export.ts";
import { route } from "#application/http/route.ts";
import { type Refusal, refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type ExistingExport, hasEnded } from "#domain/export/state.ts";
import { ExportJobData } from "#domain/wire/reports/reporting.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { assertBudget, findFirstAnswer, requestExport } from "./request-export.ts";

/** Only ended exports can be repeated. */
const refuseRetry = (state: ExistingExport): Refusal | undefined => {
  if (hasEnded(state)) return undefined;
  return state.status === "cancel-requested"
    ? refuse("rule", "This report is still being canceled. Try again in a moment.")
    : refuse("rule", "This report is already being made. Wait for it to finish, or cancel it.");
};

/**
 * Makes a new export from the first one's frozen inputs, whatever was edited or deleted since (ADR 66). Freezes a copy,
 * so that removing the first one's does no harm.
 */
export const retryExportRoute = (deps: CommandApiDeps, permits: ExportPermits) =>
  route({
    method: "POST",
    path: "reporting/retryExport",
    summary: "Runs an export that has ended again, as it was asked for, and compares the two",
    description:
      "Uses the design, the filter and the preferences of the first export. Makes a new export and leaves the first one alone. Possible for some days.",
    refuses: ["rule", "unknown", "too-many"],
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: ExportJobData,
    handler: async ({ body: exportId }, call) => {
      const { tenant } = call.caller;
      const { state } = await deps.runner.load(exportDecider, exportId);
      if (state.status === "unknown" || state.facts.tenant !== tenant)
        return refuse("unknown", "This export can't be found. Refresh the list of exports.");
      const newId = stepId(call, tenant, `retry-export-${exportId}`) ?? deps.ids.uuid();
      const before = await findFirstAnswer(deps, call, newId);
      if (before) return before;
      const refusal = refuseRetry(state);
      if (refusal) return refusal;
      await assertBudget(deps, tenant);
      const repeat = await prepareRepeat(deps, state.facts, newId);
      if (!repeat) return tooOld;
      if (!(await permits.acquire(tenant, newId))) return tooManyWaiting;
      return requestExport(deps, call, repeat.input, { repeats: repeat.repeats });
    },
  });
