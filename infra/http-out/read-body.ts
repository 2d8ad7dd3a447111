import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { NotFetched, type OutboundLimits } from "../ports/outbound-http.ts";

const tooLong = (bytes: number) => new NotFetched("too-long", `The answer is longer than ${bytes} bytes.`);

const unpacked = (response: IncomingMessage, gzip: boolean): Readable => {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return response;
  if (!gzip || (encoding !== "gzip" && encoding !== "x-gzip"))
    throw new NotFetched("encoding", `The answer is compressed as ${encoding.slice(0, 40)}, which nobody asked for.`);
  // The reader of the last stream gets errors of both.
  return pipeline(response, createGunzip(), () => {});
};

/** @throws {NotFetched} too slow */
const nextWithin = async (
  pieces: AsyncIterator<Uint8Array>,
  source: Readable,
  idleMs: number,
): Promise<IteratorResult<Uint8Array>> => {
  const idle = () => source.destroy(new NotFetched("too-slow", `No byte of the answer came in ${idleMs} ms.`));
  const timer = setTimeout(idle, idleMs);
  try {
    return await pieces.next();
  } finally {
    clearTimeout(timer);
  }
};

/** The reader may take any time between two chunks. */
export async function* readBody(
  response: IncomingMessage,
  { bytes, idleMs }: OutboundLimits,
  gzip: boolean,
): AsyncGenerator<Uint8Array, void> {
  const source = unpacked(response, gzip);
  const announcedBytes = Number(response.headers["content-length"] ?? 0);
  if (source === response && announcedBytes > bytes) throw tooLong(bytes);
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let taken = 0;
  try {
    for (;;) {
      const { done, value } = await nextWithin(pieces, source, idleMs);
      if (done) return;
      taken += value.byteLength;
      if (taken > bytes) throw tooLong(bytes);
      yield value;
    }
  } finally {
    source.destroy();
    response.destroy();
  }
}
