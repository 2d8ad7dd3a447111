import type { ExportFacts } from "#domain/export/state.ts";
import { dayMs, fileKeptDays } from "#domain/retention/retention.ts";
import type { JobPayload } from "../jobs/job.ts";
import type { OnUnread } from "./make-file.ts";

/** One worker's attempt at an export, from its ExportStarted on. */
export type Attempt = {
  payload: JobPayload;
  exportId: string;
  /** The attempt's number, from 1; unique within the export. */
  number: number;
  /** Attempts so far, without those handed back or lost with their lease; limited. */
  counted: number;
  /** Stream version of its ExportStarted. */
  startedAt: number;
  tenant: string;
  inputHash: string;
  retention: number;
  onUnread: OnUnread;
};

/** Name of the file's part. No two attempts ever share a part or a file. */
export const toPartName = ({ exportId, number }: Attempt): string => `${exportId}.${number}.part`;
export const toPeoplePartName = ({ exportId, number }: Attempt): string => `${exportId}.${number}.peoplepart`;
/** Storage of rows held outside memory. */
export const toScratchName = ({ exportId, number }: Attempt): string => `${exportId}.${number}.rows`;
/** Storage for sorting an unordered bulk file. */
export const toLinesName = ({ exportId, number }: Attempt): string => `${exportId}.${number}.lines`;
export const toRowsPartName = ({ exportId, number }: Attempt): string => `${exportId}.${number}.rowspart`;
export const toFileKey = ({ exportId, number }: Attempt, ending: string): string => `${exportId}.${number}.${ending}`;

/** Parses `{exportId}.{attempt}.…`; undefined for a foreign name. */
export const attemptOfName = (name: string): { exportId: string; attempt: number } | undefined => {
  const [, exportId, attempt] = /^([a-zA-Z0-9_-]+)\.(\d+)\.[a-z0-9]+$/.exec(name) ?? [];
  return exportId === undefined ? undefined : { exportId, attempt: Number(attempt) };
};

/**
 * Decides about unread orders (ADR 107): a manual export's merchant sees the marked cells, but a run's receivers expect
 * figures.
 */
export const getUnreadPolicy = ({ run }: Pick<ExportFacts, "run">): OnUnread => {
  if (run === undefined) return "mark";
  return run.lastTry ? "leave-out" : "refuse";
};

/** Retention of the file, ms. */
export const getRetention = ({ run }: Pick<ExportFacts, "run">): number =>
  (run?.keptDays ?? fileKeptDays.manual) * dayMs;
