import type { Received, ReceivedFile } from "#domain/wire/account/received.ts";

/** What was found so far. `of`: how many files there are to look at. */
export type Gathered = { files: readonly ReceivedFile[]; looked: number; of: number };

/** Takes step after step until all files were looked at; `onStep` hears what is known after each. */
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
