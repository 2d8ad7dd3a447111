import type { SpillOptions } from "#domain/external-sort/spool.ts";
import type { ScratchSpool } from "#infra/ports/stores/scratch.ts";
import type { ExporterDeps } from "../deps.ts";
import { type Attempt, toLinesName, toScratchName } from "./attempt.ts";

/** Bytes that a report may hold on disk: merging needs the rows twice. */
const maxSpoolBytes = (bytesOfFile: number): number => 2 * bytesOfFile;

/**
 * Runs work with disk space for rows (ADR 65) and a bulk file's lines, removed afterwards. After a kill, the next
 * attempt or the janitor removes them.
 */
export const withSpool = async <T>(
  {
    scratch,
    spillAfterBytes,
    bytesAtMost,
    log,
  }: Pick<ExporterDeps, "scratch" | "spillAfterBytes" | "bytesAtMost" | "log">,
  attempt: Attempt,
  work: (spilling: Omit<SpillOptions, "yieldToEventLoop">, lines: ScratchSpool) => Promise<T>,
): Promise<T> => {
  const remove = (removing: Promise<unknown>): Promise<unknown> =>
    removing.catch((err: unknown) => log.warn({ err }, "A report's temporary files could not be removed yet."));
  for (let number = 1; number <= attempt.number; number += 1)
    for (const nameOf of [toScratchName, toLinesName]) await remove(scratch.remove(nameOf({ ...attempt, number })));
  const spool = scratch.open(toScratchName(attempt));
  const lines = scratch.open(toLinesName(attempt));
  try {
    return await work({ spool, spillAfterBytes, bytesAtMost: maxSpoolBytes(bytesAtMost) }, lines);
  } finally {
    await remove(lines.remove());
    await remove(spool.remove());
  }
};
