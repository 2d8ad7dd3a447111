import type { Refusal } from "#domain/core/decider.ts";
import { isAmbiguousLocalTime } from "#domain/dates/ambiguous-local-time.ts";
import { toIsoPeriodDays } from "#domain/dates/period-days.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { DateRange } from "#domain/enumerations.ts";
import { fileExtension, slotFileName } from "#domain/export/file-name.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { RunCause } from "#domain/ledger/events.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import type { CarriedOrder } from "#domain/ledger/state.ts";
import { refuseEmptyReport } from "#domain/reports/empty-report.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { Automation, WorkspaceState } from "#domain/workspace/state.ts";
import { freezeForPeriod } from "./build-frozen-input.ts";

export type RunToFreeze = {
  /** Export of the first try. */
  exportId: string;
  cause: RunCause;
  /** `at` of the slot, ISO UTC. */
  slot: string;
  period: Period;
  /** Earlier runs for that slot; part of the file name. */
  tried?: number | undefined;
  automation: Automation;
  workspace: WorkspaceState;
  shop: AuthorizedShop;
  shopVersion: number;
  adminUrl: string;
  /** Carried orders; `slot`: the original one. */
  carried: readonly CarriedOrder[];
  now: Date;
};

/** Names the file uniquely, so that none overwrites another of its report at a receiver. */
const nameOf = (run: RunToFreeze, zone: string, ending: string): string => {
  const { cause, slot, tried = 0, automation, shop, now } = run;
  const isShownTwice = isAmbiguousLocalTime(slot, { zone, zones: shop.zones, until: now.toISOString() });
  return slotFileName(
    { title: automation.title, cause, slot, earlierRuns: tried, isAmbiguousTime: isShownTwice },
    zone,
    ending,
  );
};

/**
 * Freezes all that an automated report's run depends on at its claim (D-5, D-6).
 * @throws {Error} its design or filter is missing, which cannot happen while in use
 */
export const freezeForRun = (run: RunToFreeze): FrozenInput => {
  const { automation, workspace, shop, slot } = run;
  const design = workspace.reports.find(({ reportId }) => reportId === automation.reportId);
  const filter = workspace.filters.find(({ filterId }) => filterId === automation.filterId);
  if (!design || !filter) throw new Error(`The automated report ${automation.automationId} lacks its parts.`);
  const zone = resolveZone(shop.profile.ianaTimezone);
  const { applyDateFilter } = automation;
  const period = resolveReportPeriod(run, { applyDateFilter, zone, isSlow: isSlowReport(design) });
  const days = toIsoPeriodDays(period, zone);
  const ending = fileExtension(automation.fileType, shop.preferences.CsvFileExtension);
  const input = freezeForPeriod(
    {
      exportId: run.exportId,
      shop,
      shopVersion: run.shopVersion,
      adminUrl: run.adminUrl,
      design,
      fileType: automation.fileType,
      asked: {
        filterId: filter.filterId,
        range: DateRange.custom,
        from: days.first,
        to: days.last,
        ...(automation.dateBasis && { basis: automation.dateBasis }),
        filterTitle: filter.title,
      },
      emptyExpected: false,
      filter,
      selectedOrderIds: [],
      now: run.now,
    },
    { period, fileName: nameOf(run, zone, ending) },
  );
  const { carried } = run;
  const carrying = {
    carriedOrderIds: carried.map(({ id }) => id),
    carriedMoments: Object.fromEntries(carried.map((order) => [order.id, order.slot])),
    carriedPeriods: Object.fromEntries(carried.flatMap(({ id, periods }) => (periods ? [[id, periods]] : []))),
    carriedNames: Object.fromEntries(carried.map(({ id, name }) => [id, name])),
  };
  // `date(…)` refers to the slot, however late the run is.
  return {
    ...input,
    // Every moment belongs to one report, however late the platform learns of it.
    ...(automation.dateBasis && applyDateFilter && { filters: { ...input.filters, byRecording: true } }),
    filterMoment: slot,
    ...(carried.length > 0 && carrying),
  };
};

/** Refuses a design that shows nothing. */
export const refuseEmptyDesign = ({ design: { title, grouping, columns } }: FrozenInput): Refusal | undefined =>
  refuseEmptyReport({
    title,
    grouping,
    shown: columns.map(({ column }) => column),
    settings: Object.fromEntries(columns.map(({ column, custom }) => [column, custom ? { custom } : {}])),
  });

/** Returns the same input with the try's own export. */
export const freezeForTry = (input: FrozenInput, exportId: string): FrozenInput => ({ ...input, exportId });
