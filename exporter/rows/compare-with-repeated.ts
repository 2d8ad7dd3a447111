import { toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import type { Comparison } from "#domain/export/comparison.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { isEquivalentFingerprint } from "#domain/export/fingerprint.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { PictureResults } from "#domain/export/picture-results.ts";
import { NoSuchFile } from "#infra/ports/stores/file-store.ts";
import type { ExporterDeps } from "../deps.ts";
import { compareRows } from "./compare-rows.ts";

const unknownComparison = (because: Extract<Comparison, { outcome: "unknown" }>["because"]): Comparison => ({
  outcome: "unknown",
  because,
});

/**
 * Compares a new file with that of the export it repeats (ADR 66): content, then rows if both were written by the same
 * rules. A failure to read never fails the export.
 * @param made `rowsKey`: file store key of its own row hashes
 * @throws the signal's reason
 */
export const compareWithRepeated = async (
  { runner, fileStore, fingerprint, log }: Pick<ExporterDeps, "runner" | "fileStore" | "fingerprint" | "log">,
  { repeats, tenant }: Pick<FrozenInput, "repeats" | "tenant">,
  made: { contentHash: string; rows: number; rowsKey: string; pictures?: PictureResults },
  signal: AbortSignal,
): Promise<Comparison | undefined> => {
  if (!repeats) return undefined;
  const { state } = await runner.load(exportDecider, repeats.exportId);
  if (state.status === "unknown" || state.facts.tenant !== tenant || !("file" in state))
    return unknownComparison("no-file");
  const { file } = state;
  if (file.contentHash === made.contentHash) return { outcome: "identical" };
  if (!isEquivalentFingerprint(file.fingerprint, fingerprint)) return unknownComparison("other-version");
  if (state.status !== "finished") return unknownComparison("rows-gone");
  const open = (key: string) => () => fileStore.open(key);
  try {
    const compared = await compareRows(open(toRowHashFileKey(file.fileKey)), open(made.rowsKey), {
      rows: file.rows + made.rows,
      yieldToEventLoop: createYieldToEventLoop(signal),
    });
    if (compared === undefined) return unknownComparison("rows-gone");
    return made.pictures?.hash === file.pictures?.hash ? compared : { ...compared, pictures: true };
  } catch (err) {
    signal.throwIfAborted();
    if (!(err instanceof NoSuchFile))
      log.warn({ exportId: repeats.exportId, err }, "The noted rows of an export could not be read.");
    return unknownComparison("rows-gone");
  }
};
