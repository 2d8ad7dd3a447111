import { lookAt, lookAtShop } from "#application/automations/look.ts";
import { publicPlaceOf } from "#application/deliveries/public-address.ts";
import { ftpServerOf } from "#application/deliveries/reachable-destination.ts";
import { unknown } from "#application/http/api-error.ts";
import { authorizedShop } from "#application/session/authorized-shop.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { nextReports } from "#domain/ledger/planning/next-reports.ts";
import { plannedSlots } from "#domain/ledger/planning/planned.ts";
import { isSlowReport, periodOfReport } from "#domain/ledger/planning/report-period.ts";
import { missedAtStart } from "#domain/ledger/planning/start-of-report.ts";
import { standingOf } from "#domain/ledger/standing.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import type { AutomationInfo, PeriodOnWire } from "#domain/wire/automations/automation-info.ts";
import { type FtpSetup, setupOf } from "#domain/workspace/automations/destination.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Upcoming slots that the editor shows. */
const slotsShown = 5;

const periodOnWire = ({ from, to }: Period): PeriodOnWire => ({ From: from, To: to });

type Informed = Pick<QueryApiDeps, "runner" | "clock" | "vault" | "config" | "destinations">;

const knowsKeys = async ({ destinations }: Informed, tenant: string, server: FtpSetup | undefined): Promise<boolean> =>
  server !== undefined && destinations.knowsKeys(ftpServerOf(server), { tenant });

/**
 * Data that the editor shows beside a definition (S-2.3.10), from the same streams that the scheduler reads (ADR 79).
 * @throws {ApiError} 404 also for an automated report of another shop
 */
export const automationInfo = async (deps: Informed, tenant: string, id: string): Promise<AutomationInfo> => {
  const { vault, config } = deps;
  const seen = await lookAtShop(deps, tenant);
  const { automation, outlook, workspace } = await lookAt(deps, seen, id);
  if (!automation) throw unknown("This automated report can't be found. Choose another one.");
  const { automations, reports } = workspace.state;
  const { open, byHand } = outlook.state;
  const design = reports.find(({ reportId }) => reportId === automation.reportId);
  const isSlow = design !== undefined && isSlowReport(design);
  const zone = knownZone(authorizedShop(seen.shop.state).profile.ianaTimezone);
  const { applyDateFilter } = automation;
  const slots = nextReports(outlook, slotsShown, plannedSlots).map(({ slot: { at, runAt }, period }) => ({
    RunsAt: runAt,
    Period: periodOnWire(periodOfReport({ slot: at, period }, { applyDateFilter, zone, isSlow })),
  }));
  const { nextExecution, retryAt } = standingOf(automation, outlook, plannedSlots);
  const missed = missedAtStart(outlook, plannedSlots);
  const underWay = byHand ?? open;
  const place = publicPlaceOf({ vault, appUrl: config.APP_URL }, automation, automations);
  return {
    Period: nextExecution === null ? null : (slots[0]?.Period ?? null),
    NextExecution: nextExecution,
    IsSlowReport: isSlow,
    PublicUrlIsPossible: place.IsPossible,
    PublicUrl: place.Url,
    NextSlots: slots,
    Skipped: missed
      ? {
          Count: missed.count,
          Period: periodOnWire(missed.period),
          Waiting: missed.waiting,
          MayHaveEach: missed.mayHaveEach,
          One: missed.one.map(periodOnWire),
          Each: missed.each,
        }
      : null,
    UnderWay: underWay ? { RunId: underWay.run, Cause: underWay.cause } : null,
    RetryAt: retryAt,
    CanForgetHostKey: await knowsKeys(deps, tenant, setupOf(automation, DestinationKind.Ftp)),
  };
};
