import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { createPublicLink } from "#application/deliveries/public-address.ts";
import { toFtpServer } from "#application/deliveries/resolve-destination.ts";
import { notFound } from "#application/http/api-error.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { computeProgress } from "#domain/ledger/automation-progress.ts";
import { nextReports } from "#domain/ledger/planning/next-reports.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { missedAtStart } from "#domain/ledger/planning/start-of-report.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import type { AutomationInfo, PeriodOnWire } from "#domain/wire/automations/automation-info.ts";
import { type FtpSetup, findSetup } from "#domain/workspace/automations/destination.ts";
import type { QueryApiDeps } from "../deps.ts";

const maxUpcomingSlots = 5;

const toWirePeriod = ({ from, to }: Period): PeriodOnWire => ({ From: from, To: to });

type InfoDeps = Pick<QueryApiDeps, "runner" | "clock" | "vault" | "config" | "destinations">;

const knowsKeys = async ({ destinations }: InfoDeps, tenant: string, server: FtpSetup | undefined): Promise<boolean> =>
  server !== undefined && destinations.hasPinnedKeys(toFtpServer(server), { tenant });

/**
 * Reads what the editor shows beside a definition (S-2.3.10), from the scheduler's streams (ADR 79).
 * @throws {ApiError} 404 also for an automated report of another shop
 */
export const readAutomationInfo = async (deps: InfoDeps, tenant: string, id: string): Promise<AutomationInfo> => {
  const { vault, config } = deps;
  const shopState = await loadShopSchedulingState(deps, tenant);
  const { automation, outlook, workspace } = await loadSchedulingState(deps, shopState, id);
  if (!automation) throw notFound("This automated report can't be found. Choose another one.");
  const { automations, reports } = workspace.state;
  const { open, byHand } = outlook.state;
  const design = reports.find(({ reportId }) => reportId === automation.reportId);
  const isSlow = design !== undefined && isSlowReport(design);
  const zone = resolveZone(assertAuthorizedShop(shopState.shop.state).profile.ianaTimezone);
  const { applyDateFilter } = automation;
  const slots = nextReports(outlook, maxUpcomingSlots, scheduleFunctions).map(({ slot: { at, runAt }, period }) => ({
    RunsAt: runAt,
    Period: toWirePeriod(resolveReportPeriod({ slot: at, period }, { applyDateFilter, zone, isSlow })),
  }));
  const { nextExecution, retryAt } = computeProgress(automation, outlook, scheduleFunctions);
  const missed = missedAtStart(outlook, scheduleFunctions);
  const underWay = byHand ?? open;
  const publicLink = createPublicLink({ vault, appUrl: config.APP_URL }, automation, automations);
  return {
    Period: nextExecution === null ? null : (slots[0]?.Period ?? null),
    NextExecution: nextExecution,
    IsSlowReport: isSlow,
    PublicUrlIsPossible: publicLink.IsPossible,
    PublicUrl: publicLink.Url,
    NextSlots: slots,
    Skipped: missed
      ? {
          Count: missed.count,
          Period: toWirePeriod(missed.period),
          Waiting: missed.waiting,
          MayHaveEach: missed.mayHaveEach,
          One: missed.one.map(toWirePeriod),
          Each: missed.each,
        }
      : null,
    UnderWay: underWay ? { RunId: underWay.run, Cause: underWay.cause } : null,
    RetryAt: retryAt,
    CanForgetHostKey: await knowsKeys(deps, tenant, findSetup(automation, DestinationKind.Ftp)),
  };
};
