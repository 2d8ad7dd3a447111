import type { Readable } from "node:stream";
import type { Callback, SFTPWrapper } from "ssh2";
import { unlessAborted } from "../../ports/unless-aborted.ts";

/** Chunks in flight, to hide round trips. */
const concurrentChunks = 16;

export const requestAnswer = <Answer>(
  ask: (callback: (error: Error | undefined, answer: Answer) => void) => void,
): Promise<Answer> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))));

export const requestDone = (ask: (callback: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => ask((error) => (error ? reject(error) : resolve())));

/**
 * Writes a file. Throws the server's error if any chunk was refused; the library's own upload may take a full disk for
 * the end of the file. `lost`: the connection is closed. `onBegin`: the server has opened the file.
 */
export const writeFile = async (
  sftp: SFTPWrapper,
  path: string,
  source: Readable,
  lost: AbortSignal,
  onBegin: () => void,
): Promise<void> => {
  // The library never settles requests when the connection closes.
  const unlessLost = <Result>(work: Promise<Result>): Promise<Result> => unlessAborted(work, lost);
  const opened = new Promise<Buffer>((resolve, reject) =>
    sftp.open(path, "w", (error, handle) => (error ? reject(error) : resolve(handle))),
  );
  const handle = await unlessLost(opened);
  onBegin();
  const pendingWrites = new Set<Promise<void>>();
  const close = () => unlessLost(requestDone((callback) => sftp.close(handle, callback)));
  let position = 0;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      const at = position;
      position += piece.length;
      const written = requestDone((callback) => sftp.write(handle, piece, 0, piece.length, at, callback));
      pendingWrites.add(written);
      written.then(
        () => pendingWrites.delete(written),
        () => undefined,
      );
      if (pendingWrites.size >= concurrentChunks) await unlessLost(Promise.race(pendingWrites));
    }
    await unlessLost(Promise.all(pendingWrites));
  } catch (error) {
    // Nothing may be written after the file's removal.
    await unlessLost(Promise.allSettled(pendingWrites)).catch(() => undefined);
    await close().catch(() => undefined);
    throw error;
  }
  await close();
};
