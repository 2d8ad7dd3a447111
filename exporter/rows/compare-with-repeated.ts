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
 * How a file that is made differs from that of the export that it repeats (ADR 66); undefined where it repeats none. Files of one content are
 * identical whoever made them; where content differs, rows tell how, as long as both were written alike. No export fails by it: what cannot be
 * read is not compared.
 * @param made `rowsKey`: where its own rows are noted, in the file store
 * @throws what the signal aborts with
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
