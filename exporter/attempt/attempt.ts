import type { ExportFacts } from "#domain/export/state.ts";
import { dayMs, fileKeptDays } from "#domain/retention/retention.ts";
import type { JobPayload } from "../jobs/job.ts";
import type { OnUnread } from "./make-file.ts";

/** One worker's go at an export, from its ExportStarted on. */
export type Attempt = {
  payload: JobPayload;
  exportId: string;
  /** 1 for the first; unique within the export. */
  number: number;
  /** As {@link number}, without those that were handed back or lost their lease: what is compared with the most attempts allowed. */
  counted: number;
  /** Version of its ExportStarted. */
  startedAt: number;
  tenant: string;
  inputHash: string;
  /** How long its file is kept, ms. */
  keptFor: number;
  onUnread: OnUnread;
};

/** No two attempts ever share a part or a file. */
export const partNameOf = ({ exportId, number }: Attempt): string => `${exportId}.${number}.part`;
export const peoplePartNameOf = ({ exportId, number }: Attempt): string => `${exportId}.${number}.peoplepart`;
/** What it holds beside memory. */
export const scratchNameOf = ({ exportId, number }: Attempt): string => `${exportId}.${number}.rows`;
/** What its orders are sorted in, where a bulk file is not in their order. */
export const linesNameOf = ({ exportId, number }: Attempt): string => `${exportId}.${number}.lines`;
export const rowsPartNameOf = ({ exportId, number }: Attempt): string => `${exportId}.${number}.rowspart`;
export const fileKeyOf = ({ exportId, number }: Attempt, ending: string): string => `${exportId}.${number}.${ending}`;

/** Reads `{exportId}.{attempt}.…` back; undefined for a name of somebody else's. */
export const attemptOfName = (name: string): { exportId: string; attempt: number } | undefined => {
  const [, exportId, attempt] = /^([a-zA-Z0-9_-]+)\.(\d+)\.[a-z0-9]+$/.exec(name) ?? [];
  return exportId === undefined ? undefined : { exportId, attempt: Number(attempt) };
};

/** Decides what becomes of unread orders. A merchant sees marked cells of a manual export at once. Receivers of a run expect figures (ADR 107). */
export const onUnreadOf = ({ run }: Pick<ExportFacts, "run">): OnUnread => {
  if (run === undefined) return "mark";
  return run.lastTry ? "leave-out" : "refuse";
};

/** How long an export keeps its file, ms. */
export const keptForOf = ({ run }: Pick<ExportFacts, "run">): number => (run?.keptDays ?? fileKeptDays.manual) * dayMs;
