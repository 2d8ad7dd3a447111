/** Maximum reads until one includes our own saves. In each, the server waits up to 2 s for them. */
const maxTries = 3;

/** Reads until the response includes our own saves, so new objects don't look missing. */
export const readFresh = async <Read extends { stale: boolean }>(ask: () => Promise<Read>): Promise<Read> => {
  let response = await ask();
  for (let tries = 1; response.stale && tries < maxTries; tries += 1) response = await ask();
  return response;
};
