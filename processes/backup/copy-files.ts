import { listAllFiles } from "#application/exports/list-all-files.ts";
import { isPeopleFile } from "#application/people/people-file.ts";
import { type FileStore, NoSuchFile } from "#infra/ports/stores/file-store.ts";
import { copyFile } from "../move/copy-files.ts";

/** `reports` and `notes` (people files) are counts. */
export type CopiedFiles = { reports: number; notes: number; bytes: number };

/** Copies finished files, without reports only the small people files. Skips files removed meanwhile. */
export const copyFinished = async (
  from: FileStore,
  to: FileStore,
  { withReports, signal }: { withReports: boolean; signal: AbortSignal },
): Promise<CopiedFiles> => {
  const copied: CopiedFiles = { reports: 0, notes: 0, bytes: 0 };
  for await (const key of listAllFiles(from)) {
    signal.throwIfAborted();
    const isNote = isPeopleFile(key);
    if (!withReports && !isNote) continue;
    try {
      await copyFile(from, to, key);
    } catch (error) {
      // The file expired, or someone was erased.
      if (error instanceof NoSuchFile) continue;
      throw error;
    }
    copied[isNote ? "notes" : "reports"] += 1;
    copied.bytes += (await to.size(key)) ?? 0;
  }
  return copied;
};
