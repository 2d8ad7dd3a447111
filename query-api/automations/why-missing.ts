import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { ReportChoice } from "#domain/export/why-missing.ts";
import { nextReports } from "#domain/ledger/planning/next-reports.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { WhyMissingData, WhyMissingInRunPayload } from "#domain/wire/filters/why-missing.ts";
import type { QueryApiDeps } from "../deps.ts";
import { judgeByName } from "../orders/judge-by-name.ts";
import { readConditions } from "../orders/search.ts";
import { readRunInput } from "../runs/run-inputs.ts";
import { readRun, readRuns, runReads } from "../runs/runs.ts";

type Covered = Pick<
  ReportChoice,
  "period" | "moment" | "covers" | "isMade" | "carriedOrderIds" | "carriedMoments" | "carriedPeriods"
>;

/** What a run covered, with the orders that it carried. Without a run id, the newest. Undefined before the first. */
const readCovered = async (
  deps: QueryApiDeps,
  tenant: string,
  { id, RunId }: { id: string; RunId: string | null },
): Promise<Covered | undefined | Refusal> => {
  const run = RunId === null ? (await readRuns(deps, tenant, id))[0] : await readRun(deps, tenant, RunId);
  if (!run && RunId === null) return undefined;
  const input = run?.automationId === id ? await readRunInput(deps, run) : undefined;
  if (!run || !input) return refuse("unknown", "This report can't be found. Open the history again.");
  const { carriedOrderIds, carriedMoments, carriedPeriods } = input;
  return {
    period: input.filters,
    moment: input.filterMoment ?? run.slot,
    covers: RunId === null ? "the newest report covers" : "this report covers",
    ...(carriedOrderIds && { carriedOrderIds }),
    ...(carriedMoments && { carriedMoments }),
    ...(carriedPeriods && { carriedPeriods }),
    isMade: true,
  };
};

/** Says why an automated report leaves out an order: by its filter of now, and the period of a report. */
export const whyMissingInRunRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "POST",
    path: "automations/why-missing",
    summary: "Whether an automated report keeps the order with a number, and what leaves it out",
    description:
      "Judges the order as it is now by the current filter and the period of the report RunId, null for the newest, or for the next one before the first. Finds numbers with or without # and prefix.",
    refuses: ["rule", "unknown"],
    access: "shop",
    asksPlatform: true,
    reads: runReads,
    body: WhyMissingInRunPayload,
    data: WhyMissingData,
    handler: async ({ body }, { signal, caller: { tenant, shop } }) => {
      const shopState = await loadShopSchedulingState(deps, tenant);
      const { automation, outlook, workspace } = await loadSchedulingState(deps, shopState, body.id);
      if (!automation) throw notFound("This automated report can't be found. Choose another one.");
      const zone = resolveZone(assertAuthorizedShop(shopState.shop.state).profile.ianaTimezone);
      const { applyDateFilter, dateBasis, filterId } = automation;
      const planNext = (): Covered | Refusal => {
        const [next] = nextReports(outlook, 1, scheduleFunctions);
        if (!next) return refuse("rule", "No report is planned. Start the automated report first.");
        const design = workspace.state.reports.find(({ reportId }) => reportId === automation.reportId);
        const { slot, period } = next;
        const isSlow = design !== undefined && isSlowReport(design);
        const covered = resolveReportPeriod({ slot: slot.at, period }, { applyDateFilter, zone, isSlow });
        return {
          period: { ...covered, ...(dateBasis && { basis: dateBasis, byRecording: applyDateFilter }) },
          moment: slot.at,
          covers: "the next report covers",
        };
      };
      const covered = (await readCovered(deps, tenant, body)) ?? planNext();
      if (isRefusal(covered)) return covered;
      const filter = await readConditions(deps, tenant, filterId === "" ? null : filterId);
      if (isRefusal(filter)) return filter;
      const choice = { ...covered, filter, zone };
      return judgeByName(deps.platform, { tenant, shop, signal }, choice, { name: body.Name, now: deps.clock.now() });
    },
  });
