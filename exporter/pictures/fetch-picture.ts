import { type HttpOut, NotFetched, type OutAnswer, type OutBounds } from "#infra/ports/http-out.ts";
import { type Picture, readPicture } from "./picture.ts";

/** Without the newer kinds, which hosts then do not make of them. */
const headers = { accept: "image/png,image/jpeg,image/gif" };

/** A fault of the host that a later try may not meet. */
export class PassingFault extends Error {
  override name = "PassingFault";
  /** ms after which the host wants to be asked again, where it says so. */
  readonly retryAfter: number | undefined;
  /** The host had too many requests (429). */
  readonly isTooMany: boolean;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | undefined; isTooMany?: boolean } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
    this.isTooMany = options.isTooMany ?? false;
  }
}

/** ms that `Retry-After` names, in seconds or as a date; undefined where it names none. */
const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/** A name that doesn't exist stays so; a connection that broke, or an answer that is late, may pass. */
const isPassing = (error: NotFetched): boolean =>
  error.why === "too-slow" ||
  (error.why === "broken" && (error.cause as { code?: unknown } | undefined)?.code !== "ENOTFOUND");

const pictureOf = async (answer: OutAnswer): Promise<Picture | undefined> => {
  const { status } = answer;
  if (status === 408 || status === 429 || status >= 500)
    throw new PassingFault(`HTTP ${status}`, {
      retryAfter: retryAfterOf(answer.header("retry-after")),
      isTooMany: status === 429,
    });
  if (status !== 200) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
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
