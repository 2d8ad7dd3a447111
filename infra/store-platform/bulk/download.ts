import { PlatformError, type ShopAccess } from "../../ports/store-platform.ts";
import type { WorkFile } from "../../ports/work-files.ts";
import type { Tools } from "../options.ts";
import { createPatience, notAnswered } from "../patience.ts";
import { shopAddress } from "../shop-address.ts";

/** `bytes`: of the whole; null when the platform did not say. */
export type BulkSource = { url: string; bytes: number | null };

/** What became of one try. `again`: what is there is right, and more is to come. */
type Try = { kind: "whole" } | { kind: "again"; reason: string };

/**
 * Fetches a bulk file into a work file. A download that ends too early goes on where it ended, unpacked; where the rest is not given
 * alone, it starts again.
 * @throws {PlatformError} unavailable: the file cannot be had now; unexpected-answer: it is longer than it was said to be
 * @throws {StoreUnwritable} the disk takes no more
 */
export const downloadBulk = async (
  { tools, urlTemplate }: { tools: Tools; urlTemplate: string },
  access: ShopAccess,
  source: BulkSource,
  file: WorkFile,
): Promise<void> => {
  assertMayFetch(source.url, shopAddress(urlTemplate, access.shop));
  let patience = createPatience(tools, access.shop);
  for (;;) {
    const before = file.size();
    const tried = await fetchOnce(tools, access.signal, source, file);
    if (tried.kind === "whole") return;
    // Whoever gets on is not stuck.
    if (file.size() > before) patience = createPatience(tools, access.shop);
    await patience.wait({ reason: tried.reason }, access.signal);
  }
};

/** A file lies with whoever the platform stores it with: over TLS, or at the platform's own address. */
const assertMayFetch = (url: string, platform: string): void => {
  const read = URL.parse(url);
  if (read?.protocol === "https:" || (read && read.origin === new URL(platform).origin)) return;
  throw new PlatformError(
    "unexpected-answer",
    "The store platform named a place for its orders that we don't fetch from. Try again later.",
    read?.origin ?? "no address",
  );
};

const fetchOnce = async (
  { fetch, requestTimeout }: Tools,
  signal: AbortSignal,
  { url, bytes }: BulkSource,
  file: WorkFile,
): Promise<Try> => {
  signal.throwIfAborted();
  const from = file.size();
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), requestTimeout);
  try {
    const response = await fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-`, "accept-encoding": "identity" } : { "accept-encoding": "gzip" },
      redirect: "manual",
      signal: AbortSignal.any([signal, silent.signal]),
    });
    const refused = refusalOf(response.status);
    if (refused) {
      await response.body?.cancel();
      return refused;
    }
    if (from > 0 && !continues(response, from)) await file.clear();
    for await (const piece of response.body ?? []) {
      if (bytes !== null && file.size() + piece.byteLength > bytes) throw tooLong(bytes);
      await file.write(piece);
      timer.refresh();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!silent.signal.aborted && !isBroken(error)) throw error;
    return { kind: "again", reason: silent.signal.aborted ? "no answer in time" : String(error) };
  } finally {
    clearTimeout(timer);
  }
  return bytes === null || file.size() === bytes
    ? { kind: "whole" }
    : { kind: "again", reason: "the file ended early" };
};

/** A request or a body that broke off, or that cannot be unpacked; all else is ours or the disk's. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && "code" in error && /^(Z_|ERR_STREAM|UND_ERR|ECONN|EPIPE)/.test(String(error.code)));

const refusalOf = (status: number): Try | undefined => {
  if (status === 200 || status === 206) return undefined;
  if (status === 429 || status === 408 || status >= 500) return { kind: "again", reason: `HTTP ${status}` };
  // Expired or gone: whoever looks at the operation again is told so.
  throw notAnswered(`the bulk file: HTTP ${status}`);
};

const continues = (response: Response, from: number): boolean =>
  response.status === 206 && (response.headers.get("content-range") ?? "").startsWith(`bytes ${from}-`);

const tooLong = (bytes: number): PlatformError =>
  new PlatformError(
    "unexpected-answer",
    "The store platform sent orders we can't read. Try again later.",
    `the bulk file is longer than its ${bytes} bytes`,
  );
