import type { Received, ReceivedFile } from "#domain/wire/account/received.ts";

/** The results so far. `of`: number of files to check. */
export type Gathered = { files: readonly ReceivedFile[]; looked: number; of: number };

/** Repeats steps until all files were checked; `onStep` gets the results after each. */
export const gather = async (
  step: (continuation: string | null) => Promise<Received>,
  onStep: (gathered: Gathered) => void = () => undefined,
): Promise<readonly ReceivedFile[]> => {
  let files: readonly ReceivedFile[] = [];
  for (let continuation: string | null = null; ; ) {
    const found: Received = await step(continuation);
    files = [...files, ...found.Files];
    onStep({ files, looked: found.Looked, of: found.Of });
    if (found.Continuation === null) return files;
    continuation = found.Continuation;
  }
};
