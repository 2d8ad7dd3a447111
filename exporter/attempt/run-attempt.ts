import type { ExportEvent } from "#domain/export/events.ts";
import { failpoint } from "#infra/app/failpoint.ts";
import { readFrozenInput } from "#infra/app/freeze-input.ts";
import type { PartWriter } from "#infra/ports/file-store.ts";
import { endingOf } from "../create-writer.ts";
import type { Log } from "../log.ts";
import type { ExporterParts } from "../parts.ts";
import { type Attempt, fileKeyOf, keptFor, partNameOf } from "./attempt.ts";
import { makeFile } from "./make-file.ts";
import type { Progress } from "./progress.ts";

export type FinishedFacts = Extract<ExportEvent, { type: "ExportFinished" }>["data"];

/**
 * Makes the attempt's file and publishes it under a key of its own; answers what `ExportFinished` says. On an error or an
 * abort nothing of it stays.
 * @throws {PlatformError} {CannotExport} {FrozenInputLost} and whatever the signal aborts with
 */
export const runAttempt = async (
  parts: ExporterParts,
  attempt: Attempt,
  progress: Progress,
  expectedOrders: number,
  signal: AbortSignal,
): Promise<FinishedFacts> => {
  const input = await readFrozenInput(parts.stateStore, attempt.inputHash);
  const fileKey = fileKeyOf(attempt, endingOf(input.fileType));
  const part = await parts.fileStore.createPart(partNameOf(attempt));
  return discardOnError(part, parts.log, async () => {
    const { platform } = parts;
    const made = await makeFile({ platform, input, part, progress, expectedOrders, signal });
    signal.throwIfAborted();
    await part.publish(fileKey);
    failpoint("export:after-file-before-finished");
    const expiresAt = new Date(parts.clock.now().getTime() + keptFor).toISOString();
    return { attempt: attempt.number, fileKey, ...made, fingerprint: parts.fingerprint, expiresAt };
  });
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
