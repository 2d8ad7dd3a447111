import { toIsoPeriodDays } from "#domain/dates/period-days.ts";
import { FileType } from "#domain/enumerations.ts";
import type { PersonalTexts } from "#domain/filters/personal.ts";
import { toMailReachOnWire } from "#domain/ledger/mail-reach.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import { runStatus, triesOnWire } from "#domain/wire/automations/run-on-wire.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readExportOfRun, readFileOfRun } from "./file-of-run.ts";
import { readRunInput } from "./run-inputs.ts";

type Deps = Pick<QueryApiDeps, "readModels" | "runner" | "state" | "vault" | "clock" | "config">;

/** Returns the filters of a run's file. With the date filter off, its days differ from the run's own period. */
const filtersOf = ({ period }: RunDocument, job: ExportJob | undefined, zone: string): string => {
  const days = toIsoPeriodDays(period, zone);
  const { order_date_from, order_date_to } = job?.Filters ?? {
    order_date_from: days.first,
    order_date_to: days.last,
  };
  return JSON.stringify({ order_date_from, order_date_to });
};

/** Loads the title for a run without export. */
const loadTitle = async (deps: Deps, run: RunDocument): Promise<{ ReportTitle: string; Filetype: number }> => {
  const input = await readRunInput(deps, run);
  return { ReportTitle: input?.design.title ?? "", Filetype: input?.fileType ?? FileType.Excel };
};

/** A run as the history shows it. `zone`: the shop's. `texts`: personal values of its tries. */
export const toHistoryItem = async (
  deps: Deps,
  run: RunDocument,
  { zone, texts }: { zone: string; texts: PersonalTexts },
): Promise<AutomationHistoryItem> => {
  const exported = await readExportOfRun(deps, run);
  const { cause, slot, period, outcome, claimedAt, endedAt, retryAt, reason } = run;
  const arrived = toMailReachOnWire(run.arrived);
  const { ReportTitle, Filetype } = exported?.job ?? (await loadTitle(deps, run));
  return {
    ReportExportId: run.exportId,
    ReportTitle,
    Filetype,
    Filters: filtersOf(run, exported?.job, zone),
    Status: runStatus(run, exported?.job.Status as Parameters<typeof runStatus>[1]),
    FailedReason: outcome === "failed" ? reason : null,
    RunId: run.runId,
    Cause: cause,
    Slot: slot,
    Period: { From: period.from, To: period.to },
    Outcome: outcome,
    ...(arrived && { Arrived: arrived }),
    StartedAt: claimedAt,
    EndedAt: endedAt,
    RetryAt: retryAt,
    ...(await readFileOfRun(deps, run, exported)),
    Tries: triesOnWire(run, texts),
  };
};
