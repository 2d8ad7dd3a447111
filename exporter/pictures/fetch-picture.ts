import {
  NotFetched,
  type OutboundHttp,
  type OutboundLimits,
  type OutboundResponse,
} from "#infra/ports/outbound-http.ts";
import { type Picture, readPicture } from "./picture.ts";

/** Excludes newer formats, to which hosts would convert pictures. */
const headers = { accept: "image/png,image/jpeg,image/gif" };

/** A host's fault that a retry may not meet. */
export class TemporaryFault extends Error {
  override name = "TemporaryFault";
  /** Pause that the host asks for, ms. */
  readonly retryAfter: number | undefined;
  readonly isTooMany: boolean;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | undefined; isTooMany?: boolean } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
    this.isTooMany = options.isTooMany ?? false;
  }
}

/** Reads `Retry-After`, seconds or a date, as ms. */
const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/** True if a retry may help; not for an unknown host name. */
const isTemporary = (error: NotFetched): boolean =>
  error.why === "too-slow" ||
  (error.why === "broken" && (error.cause as { code?: unknown } | undefined)?.code !== "ENOTFOUND");

const pictureOf = async (answer: OutboundResponse): Promise<Picture | undefined> => {
  const { status } = answer;
  if (status === 408 || status === 429 || status >= 500)
    throw new TemporaryFault(`HTTP ${status}`, {
      retryAfter: retryAfterOf(answer.header("retry-after")),
      isTooMany: status === 429,
    });
  if (status !== 200) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return readPicture(Buffer.concat(pieces));
};

/**
 * Fetches a picture within limits. Undefined if none can be shown: a report never fails because of one.
 * @throws {TemporaryFault} a later try may find it
 * @throws the signal's reason
 */
export const fetchPicture = async (
  httpOut: OutboundHttp,
  request: { url: string; shop: string; limits: OutboundLimits; exemptOrigins: readonly string[]; signal: AbortSignal },
): Promise<Picture | undefined> => {
  try {
    return await httpOut.call({ ...request, headers }, pictureOf);
  } catch (error) {
    request.signal.throwIfAborted();
    if (!(error instanceof NotFetched)) throw error;
    if (isTemporary(error)) throw new TemporaryFault(error.message, { cause: error });
    return undefined;
  }
};
