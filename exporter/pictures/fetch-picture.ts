import { type HttpOut, NotFetched, type OutAnswer, type OutBounds } from "#infra/ports/http-out.ts";
import { type Picture, readPicture } from "./picture.ts";

/** Without the newer kinds, which hosts then do not make of them. */
const headers = { accept: "image/png,image/jpeg,image/gif" };

/** What a second try may mend. */
class PassingFault extends Error {}
const isPassing = (error: unknown): boolean =>
  error instanceof PassingFault || (error instanceof NotFetched && error.why === "broken");

const pictureOf = async ({ status, body }: OutAnswer): Promise<Picture | undefined> => {
  if (status === 429 || status >= 500) throw new PassingFault(`HTTP ${status}`);
  if (status !== 200) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return readPicture(Buffer.concat(pieces));
};

/**
 * The picture at an address, within bounds; undefined where there is none that can be shown, whatever the reason: a report never fails by a
 * picture. A fault that may pass is given a second try.
 * @throws the signal's reason, when it aborts
 */
export const fetchPicture = async (
  httpOut: HttpOut,
  request: { url: string; shop: string; bounds: OutBounds; exempt: readonly string[]; signal: AbortSignal },
): Promise<Picture | undefined> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await httpOut.call({ ...request, headers }, pictureOf);
    } catch (error) {
      request.signal.throwIfAborted();
      if (isPassing(error) && tries === 1) continue;
      if (error instanceof NotFetched || error instanceof PassingFault) return undefined;
      throw error;
    }
  }
};
