import { rowsFileOf } from "#application/exports/files-beside.ts";
import { createBreather } from "#application/process/breathe.ts";
import type { Comparison } from "#domain/export/comparison.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { writesAlike } from "#domain/export/fingerprint.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { PicturesTold } from "#domain/export/pictures-told.ts";
import { NoSuchFile } from "#infra/ports/stores/file-store.ts";
import type { ExporterDeps } from "../deps.ts";
import { compareRows } from "./compare-rows.ts";

const unknown = (because: Extract<Comparison, { outcome: "unknown" }>["because"]): Comparison => ({
  outcome: "unknown",
  because,
});

/**
 * Compares a new file with that of the export it repeats (ADR 66); undefined without one. Compares content, then rows
 * if both files were written by the same rules. A failure to read never fails the export.
 * @param made `rowsKey`: file store key of its own row hashes
 * @throws the signal's reason
 */
export const compareWithRepeated = async (
  { runner, fileStore, fingerprint, log }: Pick<ExporterDeps, "runner" | "fileStore" | "fingerprint" | "log">,
  { repeats, tenant }: Pick<FrozenInput, "repeats" | "tenant">,
  made: { contentHash: string; rows: number; rowsKey: string; pictures?: PicturesTold },
  signal: AbortSignal,
): Promise<Comparison | undefined> => {
  if (!repeats) return undefined;
  const { state } = await runner.load(exportDecider, repeats.exportId);
  if (state.status === "unknown" || state.facts.tenant !== tenant || !("file" in state)) return unknown("no-file");
  const { file } = state;
  if (file.contentHash === made.contentHash) return { outcome: "identical" };
  if (!writesAlike(file.fingerprint, fingerprint)) return unknown("other-version");
  if (state.status !== "finished") return unknown("rows-gone");
  const open = (key: string) => () => fileStore.open(key);
  try {
    const compared = await compareRows(open(rowsFileOf(file.fileKey)), open(made.rowsKey), {
      rows: file.rows + made.rows,
      breathe: createBreather(signal),
    });
    if (compared === undefined) return unknown("rows-gone");
    return made.pictures?.hash === file.pictures?.hash ? compared : { ...compared, pictures: true };
  } catch (err) {
    signal.throwIfAborted();
    if (!(err instanceof NoSuchFile))
      log.warn({ exportId: repeats.exportId, err }, "The noted rows of an export could not be read.");
    return unknown("rows-gone");
  }
};
