/** How often an answer that is older than our own save is asked for again; each waits up to 2 s at the server. */
const mostTries = 3;

/** Reads until the answer has what was saved here, so that nobody is told that what they just made is not there. */
export const readFresh = async <Read extends { stale: boolean }>(ask: () => Promise<Read>): Promise<Read> => {
  let read = await ask();
  for (let tries = 1; read.stale && tries < mostTries; tries += 1) read = await ask();
  return read;
};
