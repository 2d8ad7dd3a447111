import type { FileReceivers, FileWithReceivers } from "#domain/wire/account/file-receivers.ts";

/** The results so far. */
export type CollectedFiles = {
  files: readonly FileWithReceivers[];
  looked: number;
  /** Number of files to check. */
  of: number;
};

/** Collects a customer's files. Repeats steps until all files were checked. */
export const collectFiles = async (
  step: (continuation: string | null) => Promise<FileReceivers>,
  onStep: (gathered: CollectedFiles) => void = () => undefined,
): Promise<readonly FileWithReceivers[]> => {
  let files: readonly FileWithReceivers[] = [];
  for (let continuation: string | null = null; ; ) {
    const found: FileReceivers = await step(continuation);
    files = [...files, ...found.Files];
    onStep({ files, looked: found.Looked, of: found.Of });
    if (found.Continuation === null) return files;
    continuation = found.Continuation;
  }
};
