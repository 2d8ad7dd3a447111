import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

/** What is shorter, in bytes, fits into a packet or two with its headers, and would not come earlier. */
const worthwhile = 1_400;

type Quality = "quick" | "best";
type Way = { name: string; pack(bytes: Buffer, quality: Quality): Promise<Buffer> };

/**
 * The best first. By threads beside the one that answers everybody: half a millisecond for 100 kB when it is quick, and a tenth of the
 * length; what is sent again and again may take a hundred times that.
 */
const ways: readonly Way[] = [
  {
    name: "br",
    pack: (bytes, quality) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality === "best" ? constants.BROTLI_MAX_QUALITY : 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    name: "gzip",
    pack: (bytes, quality) =>
      promisify(gzip)(bytes, { level: quality === "best" ? constants.Z_BEST_COMPRESSION : constants.Z_BEST_SPEED }),
  },
];

const wayFor = (request: Request): Way | undefined => ways.find(({ name }) => request.acceptsEncodings(name) === name);

const send = (response: Response, body: Buffer, way: Way | undefined): void => {
  response.vary("Accept-Encoding");
  if (way) response.set("content-encoding", way.name);
  response.type("json").send(body);
};

/**
 * Sends JSON, packed as the client likes best. Never for what holds a token of a session (ADR 49): how long a packed answer is tells
 * something of what stands in it.
 */
export const sendPacked = async (request: Request, response: Response, json: string): Promise<void> => {
  const bytes = Buffer.from(json);
  const way = bytes.length < worthwhile ? undefined : wayFor(request);
  send(response, way ? await way.pack(bytes, "quick") : bytes, way);
};

/** The same for JSON that everybody gets for as long as the process runs: it is packed once in each way, as short as can be. */
export const packedOnce = (json: string) => {
  const bytes = Buffer.from(json);
  const packed = new Map<Way, Promise<Buffer>>();
  return async (request: Request, response: Response): Promise<void> => {
    const way = bytes.length < worthwhile ? undefined : wayFor(request);
    if (!way) return send(response, bytes, undefined);
    const known = packed.get(way) ?? way.pack(bytes, "best");
    packed.set(way, known);
    // What went wrong once is tried again by who asks next.
    known.catch(() => packed.delete(way));
    send(response, await known, way);
  };
};
