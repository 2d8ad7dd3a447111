import type { FinishedFacts } from "#domain/export/state.ts";
import { failpoint } from "#infra/app/failpoint.ts";
import type { Log } from "#infra/app/log.ts";
import { peopleFileOf } from "#infra/app/people/people-file.ts";
import { createPeopleHash } from "#infra/app/people/people-hash.ts";
import { sayUnforeseen } from "#infra/app/say-unforeseen.ts";
import type { FileStore, PartWriter } from "#infra/ports/file-store.ts";
import type { ScratchSpool } from "#infra/ports/scratch.ts";
import { addressesNamed } from "../addresses-named.ts";
import { endingOf } from "../create-writer.ts";
import type { ExporterDeps } from "../deps.ts";
import { readInput } from "../orders/read-input.ts";
import { statusesOfExport } from "../orders/statuses-of-export.ts";
import { type Attempt, fileKeyOf, keptFor, partNameOf, peoplePartNameOf, scratchNameOf } from "./attempt.ts";
import { FileTooLarge } from "./failure.ts";
import { makeFile } from "./make-file.ts";
import { createPeopleSink } from "./people-sink.ts";
import type { Progress } from "./progress.ts";

/**
 * Makes the attempt's file and publishes it under a key of its own; answers what `ExportFinished` says, and the bytes of all that is kept. On an error or an
 * abort nothing of it stays.
 * @throws {PlatformError} {CannotExport} {FileTooLarge} {FrozenInputLost} and whatever the signal aborts with
 */
export const runAttempt = async (
  deps: ExporterDeps,
  attempt: Attempt,
  progress: Progress,
  expectedOrders: number,
  signal: AbortSignal,
): Promise<{ file: FinishedFacts; kept: number }> => {
  const input = await readInput(deps, attempt.inputHash);
  const fileKey = fileKeyOf(attempt, endingOf(input.fileType));
  const { platform, fileStore, log, bytesAtMost } = deps;
  // Looked at when it was asked for, too: those that waited together with it were not made then.
  const full = await deps.keptBytes.refusal(input.tenant, { byHour: false });
  if (full) throw new FileTooLarge(full.sentence);
  const part = await createOwnPart(fileStore, partNameOf(attempt));
  return discardOnError(part, log, async () => {
    const peoplePart = await createOwnPart(fileStore, peoplePartNameOf(attempt));
    const { file: made, peopleBytes } = await discardOnError(peoplePart, log, async () => {
      const people = createPeopleSink(peoplePart, createPeopleHash(deps.vault, input.tenant));
      for (const address of addressesNamed(input)) people.noteAddress(address);
      await people.flush();
      const statuses = statusesOfExport(deps, attempt, input.tenant, signal);
      const file = await withSpool(deps, attempt, (spool) =>
        makeFile({
          platform,
          input,
          part,
          people,
          statuses,
          progress,
          expectedOrders,
          bytesAtMost,
          unforeseen: sayUnforeseen(log, input.tenant),
          spilling: { spool, spillAfter: deps.spillAfter, bytesAtMost: spoolFor(bytesAtMost) },
          signal,
        }),
      );
      signal.throwIfAborted();
      // Before the file: there is none whose people are not known.
      await peoplePart.publish(peopleFileOf(fileKey));
      return { file, peopleBytes: people.bytes() };
    });
    failpoint("export:after-people-before-file");
    await part.publish(fileKey);
    failpoint("export:after-file-before-finished");
    const expiresAt = new Date(deps.clock.now().getTime() + keptFor).toISOString();
    return {
      file: { attempt: attempt.number, fileKey, ...made, fingerprint: deps.fingerprint, expiresAt },
      kept: made.bytes + peopleBytes,
    };
  });
};

/** Bytes of what a report holds beside memory: as rows are merged they are there twice. */
const spoolFor = (bytesOfFile: number): number => 2 * bytesOfFile;

/** Its rows go with the attempt, whatever becomes of that; those of one that was killed, when the next begins or the janitor comes. */
const withSpool = async <T>(
  { scratch, log }: Pick<ExporterDeps, "scratch" | "log">,
  attempt: Attempt,
  work: (spool: ScratchSpool) => Promise<T>,
): Promise<T> => {
  const remove = (removing: Promise<unknown>): Promise<unknown> =>
    removing.catch((err: unknown) => log.warn({ err }, "What a report held on the disk could not be removed yet."));
  for (let number = 1; number <= attempt.number; number += 1)
    await remove(scratch.remove(scratchNameOf({ ...attempt, number })));
  const spool = scratch.open(scratchNameOf(attempt));
  try {
    return await work(spool);
  } finally {
    await remove(spool.remove());
  }
};

/** The name is this attempt's alone: what has it already is of a history that was lost, in which the stream had counted as far. */
const createOwnPart = async (fileStore: FileStore, name: string): Promise<PartWriter> => {
  await fileStore.deletePart(name);
  return fileStore.createPart(name);
};

const discardOnError = async <T>(part: PartWriter, log: Log, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // The first error is the one to tell; the janitor removes what stays.
    await part.discard().catch((err: unknown) => log.warn({ err }, "A part could not be removed."));
    throw error;
  }
};
