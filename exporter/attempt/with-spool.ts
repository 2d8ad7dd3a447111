import type { Spilling } from "#domain/holding/spool.ts";
import type { ScratchSpool } from "#infra/ports/stores/scratch.ts";
import type { ExporterDeps } from "../deps.ts";
import { type Attempt, linesNameOf, scratchNameOf } from "./attempt.ts";

/** Bytes of what a report holds beside memory: as rows are merged they are there twice. */
const spoolFor = (bytesOfFile: number): number => 2 * bytesOfFile;

/**
 * Does work that may hold rows beside memory (ADR 65), and lines of a bulk file in `lines`. They go with the attempt, whatever becomes of that; those of one
 * that was killed, when the next begins or the janitor comes.
 */
export const withSpool = async <T>(
  { scratch, spillAfter, bytesAtMost, log }: Pick<ExporterDeps, "scratch" | "spillAfter" | "bytesAtMost" | "log">,
  attempt: Attempt,
  work: (spilling: Omit<Spilling, "breathe">, lines: ScratchSpool) => Promise<T>,
): Promise<T> => {
  const remove = (removing: Promise<unknown>): Promise<unknown> =>
    removing.catch((err: unknown) => log.warn({ err }, "What a report held on the disk could not be removed yet."));
  for (let number = 1; number <= attempt.number; number += 1)
    for (const nameOf of [scratchNameOf, linesNameOf]) await remove(scratch.remove(nameOf({ ...attempt, number })));
  const spool = scratch.open(scratchNameOf(attempt));
  const lines = scratch.open(linesNameOf(attempt));
  try {
    return await work({ spool, spillAfter, bytesAtMost: spoolFor(bytesAtMost) }, lines);
  } finally {
    await remove(lines.remove());
    await remove(spool.remove());
  }
};
