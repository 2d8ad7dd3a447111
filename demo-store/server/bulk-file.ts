import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { HttpProblem } from "./http.ts";
import type { Exchange } from "./oauth-pages.ts";

const denied = { errors: "The signed address has expired or is wrong." };

/** Parses `bytes=5-` and `bytes=5-9`. Anything else gets the whole file. */
const rangeOf = (header: string | undefined, bytes: number): { start: number; end: number } | undefined => {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (start === undefined) return undefined;
  return { start: Number(start), end: end ? Math.min(Number(end), bytes - 1) : bytes - 1 };
};

const cut = (response: ServerResponse, path: string, bytes: number): void => {
  const half = createReadStream(path, { end: Math.floor(bytes / 2) });
  half.on("data", (piece) => response.write(piece));
  half.on("end", () => setTimeout(() => response.destroy(), 20));
};

/**
 * Serves `GET /_bulk/{shop}/{number}.jsonl`: a bulk operation's result at a signed address, gzipped or as a range
 * (P-4.6).
 */
export const serveBulkFile = async ({ services, url, request, response }: Omit<Exchange, "options">): Promise<void> => {
  const { searchParams, pathname } = url;
  const file = services.bulk.fileAt(pathname, searchParams.get("expires") ?? "", searchParams.get("sign") ?? "");
  if (!file) throw new HttpProblem(403, denied);
  services.stats.bulkDownloads++;
  const { path, bytes } = file;
  const headers = { "Content-Type": "application/jsonl", "Accept-Ranges": "bytes" };
  const range = rangeOf(request.headers.range, bytes);
  if (range && range.start >= bytes) {
    response.writeHead(416, { "Content-Range": `bytes */${bytes}` }).end();
    return;
  }
  const isCut = services.faults.cutsDownload();
  const gzip = !range && !isCut && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  if (gzip) response.writeHead(200, { ...headers, "Content-Encoding": "gzip" });
  else if (range)
    response.writeHead(206, {
      ...headers,
      "Content-Length": range.end - range.start + 1,
      "Content-Range": `bytes ${range.start}-${range.end}/${bytes}`,
    });
  else response.writeHead(200, { ...headers, "Content-Length": bytes });
  if (isCut) return cut(response, path, bytes);
  const source = createReadStream(path, range ?? {});
  await (gzip ? pipeline(source, createGzip({ level: 1 }), response) : pipeline(source, response));
};
