import { type HttpOut, NotFetched, type OutAnswer, type OutBounds } from "#infra/ports/http-out.ts";
import { type Picture, readPicture } from "./picture.ts";

/** Without the newer kinds, which hosts then do not make of them. */
const headers = { accept: "image/png,image/jpeg,image/gif" };

/** A fault of the host that a later try may not meet. */
export class PassingFault extends Error {
  override name = "PassingFault";
}

/** A name that doesn't exist stays so; a connection that broke, or an answer that is late, may pass. */
const isPassing = (error: NotFetched): boolean =>
  error.why === "too-slow" ||
  (error.why === "broken" && (error.cause as { code?: unknown } | undefined)?.code !== "ENOTFOUND");

const pictureOf = async ({ status, body }: OutAnswer): Promise<Picture | undefined> => {
  if (status === 429 || status >= 500) throw new PassingFault(`HTTP ${status}`);
  if (status !== 200) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return readPicture(Buffer.concat(pieces));
};

/**
 * The picture at an address, within bounds; undefined where there is none that can be shown: a report never fails by a picture.
 * @throws {PassingFault} a later try may find it
 * @throws the signal's reason, when it aborts
 */
export const fetchPicture = async (
  httpOut: HttpOut,
  request: { url: string; shop: string; bounds: OutBounds; exempt: readonly string[]; signal: AbortSignal },
): Promise<Picture | undefined> => {
  try {
    return await httpOut.call({ ...request, headers }, pictureOf);
  } catch (error) {
    request.signal.throwIfAborted();
    if (!(error instanceof NotFetched)) throw error;
    if (isPassing(error)) throw new PassingFault(error.message, { cause: error });
    return undefined;
  }
};
