import { type FetchFailureReason, NotFetched, type OutboundResponse } from "../../ports/outbound-http.ts";
import type { ShopAccess } from "../../ports/store-platform.ts";
import type { WorkFile } from "../../ports/stores/work-files.ts";
import { createRetryPolicy } from "../calls/retry-policy.ts";
import type { Tools } from "../options.ts";
import { compressedFileError, createUnreadableFileError, foreignFileError, truncatedFileError } from "./bulk-errors.ts";

export type BulkSource = {
  url: string;
  bytes: number;
};

/**
 * `again`: why the rest is missing; the bytes so far are right. `expired`: the address no longer works. `ended`: the
 * response ended normally.
 */
type AttemptResult = "whole" | "expired" | { again: string; ended?: true };

/** Least bytes of a try that count as progress, however long it took. */
const minBytes = 1_000_000;
/** Longest try, ms; bytes that came by then stay. */
const longestTry = 600_000;

/**
 * Downloads a bulk file. After an early end, asks for the rest, unpacked, or starts again if it can't be had alone. Two
 * normal ends in a row at the same place mean that there is no more.
 * @throws {PlatformError} unavailable: it can't be had now; unexpected-answer: its length differs from the announced
 * one, we can't unpack it, or we don't fetch from its address
 * @throws {StoreUnwritable} the disk takes no more
 */
export const downloadBulk = async (
  { tools, origins }: { tools: Tools; origins: readonly string[] },
  access: ShopAccess,
  { source, again }: { source: BulkSource; again: () => Promise<BulkSource> },
  file: WorkFile,
): Promise<void> => {
  let retryPolicy = createRetryPolicy(tools, access.shop);
  let { url } = source;
  let endedAt = Number.NaN;
  for (;;) {
    const before = file.size();
    const outcome = await fetchOnce({ tools, origins }, access, { ...source, url }, file);
    if (outcome === "whole") return;
    if (outcome !== "expired") {
      const size = file.size();
      if (outcome.ended && size === endedAt)
        throw truncatedFileError(`the bulk file has ${size} of its ${source.bytes} bytes`);
      endedAt = outcome.ended ? size : Number.NaN;
    }
    // Progress resets the patience.
    if (file.size() - before >= minBytes) retryPolicy = createRetryPolicy(tools, access.shop);
    await retryPolicy.wait(
      { reason: outcome === "expired" ? "the bulk file's address expired" : outcome.again },
      access.signal,
    );
    if (outcome === "expired") ({ url } = await again());
  }
};

const fetchOnce = async (
  { tools: { http, requestTimeout }, origins }: { tools: Tools; origins: readonly string[] },
  { shop, signal }: ShopAccess,
  { url, bytes }: BulkSource,
  file: WorkFile,
): Promise<AttemptResult> => {
  const from = file.size();
  const limits = { bytes, headersMs: requestTimeout, idleMs: requestTimeout, wholeMs: longestTry };
  const request = { url, shop, limits, signal, exemptOrigins: origins };
  try {
    const headers = { range: `bytes=${from}-` };
    return await http.call(from > 0 ? { ...request, headers } : { ...request, gzip: true }, async (answer) => {
      const refused = refusalOf(answer.status);
      if (refused !== undefined) return refused;
      if (from > 0 && !continues(answer, from)) await file.clear();
      for await (const piece of answer.body) {
        if (file.size() + piece.byteLength > bytes) throw tooLong(bytes);
        await file.write(piece);
      }
      return file.size() === bytes ? "whole" : { again: "the file ended early", ended: true };
    });
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    if (error.why === "too-long") throw tooLong(bytes);
    if (finalFailures.has(error.why)) throw foreignFileError(error.message);
    if (error.why === "encoding" && from === 0) throw compressedFileError(error.message);
    // The whole may be packed even if parts aren't, and a whole file that broke off has no rest.
    if (error.why === "encoding" || file.size() >= bytes) await file.clear();
    return { again: error.message };
  }
};

const finalFailures: ReadonlySet<FetchFailureReason> = new Set(["address", "private-host", "redirects"]);

const refusalOf = (status: number): AttemptResult | undefined => {
  if (status === 200 || status === 206) return undefined;
  if (status === 416) throw truncatedFileError("the bulk file is shorter than it was said to be");
  return status === 429 || status === 408 || status >= 500 ? { again: `the bulk file: HTTP ${status}` } : "expired";
};

const continues = (answer: OutboundResponse, from: number): boolean =>
  answer.status === 206 && (answer.header("content-range") ?? "").startsWith(`bytes ${from}-`);

const tooLong = (bytes: number) => createUnreadableFileError(`the bulk file is longer than its ${bytes} bytes`);
