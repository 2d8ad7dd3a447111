import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type ExportStatus, isInProgress } from "#domain/enumerations.ts";
import { CallFailed } from "#tests/support/http-client.ts";
import { download, generate, listExports, type Merchant, type Range } from "#tests/support/merchant.ts";

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Acknowledgements to merchants, to compare with the recorded events. */
export type Told = {
  exports: Map<string, Range>;
  canceled: Set<string>;
  designs: Set<string>;
  /** SHA-256 of every file that was served, by export. */
  served: [exportId: string, hash: string][];
};

const ranges: Range[] = [
  { kind: "noFilter" },
  { kind: "ninetyDays" },
  { kind: "custom", from: "2026-03-01", to: "2026-09-30" },
];

/** Returns undefined where Sheaf did nothing and said so: it starts, is busy, or was asked too much at once. */
const unlessTurnedAway = async <T>(ask: Promise<T>): Promise<T | undefined> => {
  try {
    return await ask;
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 429 || error.status === 503)) return undefined;
    throw error;
  }
};

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Generates, cancels, creates designs, lists and downloads at random until it is stopped. */
export const workAtRandom = async (
  merchant: Merchant,
  reportId: string,
  random: () => number,
  signal: AbortSignal,
): Promise<Told> => {
  const told: Told = { exports: new Map(), canceled: new Set(), designs: new Set(), served: [] };
  const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];

  const request = async () => {
    const range = oneOf(ranges) ?? { kind: "noFilter" };
    const job = await unlessTurnedAway(generate(merchant, reportId, { range }));
    if (job) told.exports.set(job.ReportExportId, range);
  };
  const cancel = async () => {
    const id = oneOf([...told.exports.keys()].slice(-3));
    if (id === undefined) return;
    const answer = await unlessTurnedAway(merchant.client.data<boolean>("POST", "reporting/cancelExport", id));
    if (answer) told.canceled.add(id);
  };
  const create = async () => {
    const made = await unlessTurnedAway(merchant.client.data<{ id: string }>("POST", "reports/create-new"));
    if (made) told.designs.add(made.id);
  };
  const look = async () => {
    const jobs = (await unlessTurnedAway(listExports(merchant))) ?? [];
    const job = oneOf(jobs.filter(({ PublicUrl }) => PublicUrl !== null));
    if (!job) return;
    // A web process that dies while it sends cuts the response short, and the browser knows: nothing was served.
    const bytes = await download(merchant, job).catch(() => undefined);
    if (bytes) told.served.push([job.ReportExportId, sha256(bytes)]);
  };

  while (!signal.aborted) {
    const dice = random();
    await (dice < 0.35 ? request() : dice < 0.5 ? cancel() : dice < 0.6 ? create() : look());
    await pause(50 + random() * 250);
  }
  return told;
};

/** Resolves when nothing of a shop is in progress. */
export const untilAllEnded = async (merchant: Merchant, within: number): Promise<void> => {
  const end = performance.now() + within;
  for (;;) {
    const open = (await listExports(merchant)).filter(({ Status }) => isInProgress(Status as ExportStatus));
    if (open.length === 0) return;
    if (performance.now() > end) throw new Error(`${open.length} exports never ended: ${JSON.stringify(open[0])}`);
    await pause(500);
  }
};
