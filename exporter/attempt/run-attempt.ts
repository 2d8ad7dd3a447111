import { removeWithSidecars, toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { logFormulaError } from "#application/process/log-formula-error.ts";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { FinishedFacts } from "#domain/export/state.ts";
import { fileFormats } from "#domain/file-formats.ts";
import type { Log } from "#infra/ports/log.ts";
import type { BulkOperation, ShopAccess } from "#infra/ports/store-platform.ts";
import type { FileStore, PartWriter } from "#infra/ports/stores/file-store.ts";
import type { ScratchSpool } from "#infra/ports/stores/scratch.ts";
import type { ExporterDeps } from "../deps.ts";
import { findEmailAddresses } from "../find-email-addresses.ts";
import { readInput } from "../orders/read-input.ts";
import { createStatusReader } from "../orders/statuses-of-export.ts";
import { withBulkFailpoints } from "../orders/with-bulk-failpoints.ts";
import { compareWithRepeated } from "../rows/compare-with-repeated.ts";
import { createRowHash } from "../rows/row-hash.ts";
import { createRowsSink, type RowsSink } from "../rows/rows-sink.ts";
import { type Attempt, toFileKey, toPartName, toPeoplePartName, toRowsPartName } from "./attempt.ts";
import { FileTooLarge } from "./failure.ts";
import { type MadeFile, makeFile } from "./make-file.ts";
import { createPeopleSink } from "./people-sink.ts";
import { offsetProgress, type Progress } from "./progress.ts";
import { withSpool } from "./with-spool.ts";

/**
 * Makes and publishes the attempt's file. Returns the content of `ExportFinished`, and the bytes of all kept files. An
 * error leaves nothing behind.
 * @throws {PlatformError} {CannotExport} {FileTooLarge} {FrozenInputLost} and the signal's reason
 */
export const runAttempt = async (
  deps: ExporterDeps,
  attempt: Attempt,
  progress: Progress,
  { expectedOrders, bulk }: { expectedOrders: number; bulk: BulkOperation | undefined },
  signal: AbortSignal,
): Promise<{ file: FinishedFacts; kept: number }> => {
  const input = await readInput(deps, attempt);
  const fileKey = toFileKey(attempt, fileFormats[input.fileType].extension.value);
  const { fileStore, log } = deps;
  // Checked again: at the request, exports waiting beside this one weren't made yet.
  const full = await deps.storageQuota.check(input.tenant, { byHour: false });
  if (full) throw new FileTooLarge(full.message);
  const part = await createOwnPart(fileStore, toPartName(attempt));
  // Sidecar files are published first, and useless without the file.
  const discardAll = async () => {
    await part.discard();
    await removeWithSidecars(fileStore, fileKey);
  };
  return cleanUpOnError(discardAll, log, async () => {
    const rowsPart = await createOwnPart(fileStore, toRowsPartName(attempt));
    const { file: made, sidecarBytes } = await cleanUpOnError(
      () => rowsPart.discard(),
      log,
      async () => {
        const rows = createRowsSink(rowsPart, createRowHash(deps.vault, input.tenant));
        const { file, peopleBytes } = await makeWithPeople(
          deps,
          attempt,
          { input, part, rows },
          { progress, expectedOrders, bulk, signal },
        );
        const sidecarBytes = peopleBytes + (await rows.end());
        failpoint("export:after-people-before-rows");
        await rowsPart.publish(toRowHashFileKey(fileKey));
        return { file, sidecarBytes };
      },
    );
    const compared = await compareWithRepeated(deps, input, { ...made, rowsKey: toRowHashFileKey(fileKey) }, signal);
    failpoint("export:after-rows-before-file");
    await part.publish(fileKey);
    failpoint("export:after-file-before-finished");
    const expiresAt = new Date(deps.clock.now().getTime() + attempt.retention).toISOString();
    return {
      file: {
        attempt: attempt.number,
        fileKey,
        ...made,
        fingerprint: deps.fingerprint,
        expiresAt,
        ...(compared && { compared }),
      },
      kept: made.bytes + sidecarBytes,
    };
  });
};

/** Makes the file and publishes its people file: no file may exist without one. */
const makeWithPeople = async (
  deps: ExporterDeps,
  attempt: Attempt,
  into: { input: FrozenInput; part: PartWriter; rows: RowsSink },
  {
    progress,
    expectedOrders,
    bulk,
    signal,
  }: { progress: Progress; expectedOrders: number; bulk: BulkOperation | undefined; signal: AbortSignal },
): Promise<{ file: MadeFile; peopleBytes: number }> => {
  const { fileStore, workFiles, log, bytesAtMost, vault } = deps;
  const platformOf = (spool: ScratchSpool) =>
    bulk
      ? {
          streamOrders: (access: ShopAccess) =>
            deps.platform.bulk.readOrders(access, bulk, withBulkFailpoints({ workFiles, spool })),
        }
      : deps.platform;
  const { input } = into;
  const peoplePart = await createOwnPart(fileStore, toPeoplePartName(attempt));
  return cleanUpOnError(
    () => peoplePart.discard(),
    log,
    async () => {
      const named = await findEmailAddresses(input, createYieldToEventLoop(signal));
      const people = createPeopleSink(peoplePart, createPeopleHash(vault, input.tenant));
      if (named === null) people.recordUnknown();
      for (const address of named ?? []) people.recordAddress(address);
      await people.flush();
      const statuses = createStatusReader(deps, attempt, input.tenant, signal);
      const pictures = deps.pictures && {
        source: deps.pictures.sources(input.shop.shop),
        bounds: deps.pictures.bounds,
        waitPermit: deps.pictures.waitPermit?.(),
      };
      const file = await withSpool(deps, attempt, (spilling, lines) =>
        makeFile({
          platform: platformOf(lines),
          pages: deps.platform,
          onUnread: attempt.onUnread,
          ...into,
          people,
          statuses,
          progress: bulk ? offsetProgress(progress, expectedOrders) : progress,
          expectedOrders,
          bytesAtMost,
          pictures,
          onUnexpectedError: logFormulaError(log, input.tenant),
          spilling,
          signal,
        }),
      ).finally(() => pictures?.waitPermit?.release());
      signal.throwIfAborted();
      const peopleBytes = await people.end();
      await peoplePart.publish(toPeopleFileKey(toFileKey(attempt, fileFormats[input.fileType].extension.value)));
      return { file, peopleBytes };
    },
  );
};

/** Creates an attempt's part. An existing one is from a lost history that had counted as far. */
const createOwnPart = async (fileStore: FileStore, name: string): Promise<PartWriter> => {
  await fileStore.deletePart(name);
  return fileStore.createPart(name);
};

const cleanUpOnError = async <T>(cleanUp: () => Promise<void>, log: Log, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // The first error counts. The janitor removes leftovers.
    await cleanUp().catch((err: unknown) => log.warn({ err }, "A part could not be removed."));
    throw error;
  }
};
