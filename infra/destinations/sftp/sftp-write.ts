import type { Readable } from "node:stream";
import type { Callback, SFTPWrapper } from "ssh2";
import { unlessAborted } from "../../ports/unless-aborted.ts";

/** Pieces that are on their way at a time: the round trip of each is not waited for before the next. */
const atOnce = 16;

/** Turns a request of the library that answers something into a promise. */
export const answerOf = <Answer>(
  ask: (callback: (error: Error | undefined, answer: Answer) => void) => void,
): Promise<Answer> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))));

/** The same of a request that answers nothing. */
export const done = (ask: (callback: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => ask((error) => (error ? reject(error) : resolve())));

/**
 * Writes a file, and fails when any piece of it was refused, with what the server said: the library's own upload can take a full disk for
 * the end of the file, and says nothing. `lost`: the connection is gone. `onBegin` hears that the server has opened the file.
 */
export const writeFile = async (
  sftp: SFTPWrapper,
  path: string,
  source: Readable,
  lost: AbortSignal,
  onBegin: () => void,
): Promise<void> => {
  // The library forgets what is on its way when the connection goes.
  const here = <Result>(work: Promise<Result>): Promise<Result> => unlessAborted(work, lost);
  const opened = new Promise<Buffer>((resolve, reject) =>
    sftp.open(path, "w", (error, handle) => (error ? reject(error) : resolve(handle))),
  );
  const handle = await here(opened);
  onBegin();
  const going = new Set<Promise<void>>();
  const close = () => here(done((callback) => sftp.close(handle, callback)));
  let position = 0;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      const at = position;
      position += piece.length;
      const written = done((callback) => sftp.write(handle, piece, 0, piece.length, at, callback));
      going.add(written);
      written.then(
        () => going.delete(written),
        () => undefined,
      );
      if (going.size >= atOnce) await here(Promise.race(going));
    }
    await here(Promise.all(going));
  } catch (error) {
    // So that nothing is written any more when the file is taken away; the failure is what counts.
    await here(Promise.allSettled(going)).catch(() => undefined);
    await close().catch(() => undefined);
    throw error;
  }
  await close();
};
