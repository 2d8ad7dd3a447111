import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

/** Shortest response to compress, bytes: shorter ones fit in one or two packets. */
const minSizeToCompress = 1_400;

type Quality = "quick" | "best";
type Encoder = { name: string; compress(bytes: Buffer, quality: Quality): Promise<Buffer> };

/**
 * Preferred first. Compression runs on other threads. `quick` takes 0.5 ms per 100 kB and shrinks it to a tenth. `best`
 * may take a hundred times as long: for responses compressed once and sent often.
 */
const encoders: readonly Encoder[] = [
  {
    name: "br",
    compress: (bytes, quality) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality === "best" ? constants.BROTLI_MAX_QUALITY : 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    name: "gzip",
    compress: (bytes, quality) =>
      promisify(gzip)(bytes, { level: quality === "best" ? constants.Z_BEST_COMPRESSION : constants.Z_BEST_SPEED }),
  },
];

const encoderFor = (request: Request): Encoder | undefined =>
  encoders.find(({ name }) => request.acceptsEncodings(name) === name);

const send = (response: Response, body: Buffer, encoder: Encoder | undefined): void => {
  response.vary("Accept-Encoding");
  if (encoder) response.set("content-encoding", encoder.name);
  response.type("json").send(body);
};

/** Sends JSON in the client's best encoding. Never for session tokens: compressed length leaks content (ADR 49). */
export const sendCompressed = async (request: Request, response: Response, json: string): Promise<void> => {
  const bytes = Buffer.from(json);
  const encoder = bytes.length < minSizeToCompress ? undefined : encoderFor(request);
  send(response, encoder ? await encoder.compress(bytes, "quick") : bytes, encoder);
};

/** Sends constant JSON, compressed once per encoding at best quality. */
export const createPrecompressedSender = (json: string) => {
  const bytes = Buffer.from(json);
  const compressed = new Map<Encoder, Promise<Buffer>>();
  return async (request: Request, response: Response): Promise<void> => {
    const encoder = bytes.length < minSizeToCompress ? undefined : encoderFor(request);
    if (!encoder) return send(response, bytes, undefined);
    const body = compressed.get(encoder) ?? encoder.compress(bytes, "best");
    compressed.set(encoder, body);
    body.catch(() => compressed.delete(encoder));
    send(response, await body, encoder);
  };
};
