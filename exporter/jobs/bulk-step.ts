import { type JobOutcome, reschedule } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { buildSearchQuery } from "#domain/export/orders-filter.ts";
import { type ExistingExport, hasEnded } from "#domain/export/state.ts";
import { type ExportProgress, toProgressKey } from "#domain/read-models/documents.ts";
import {
  type BulkOperation,
  type BulkStartResult,
  PlatformError,
  type ShopAccess,
} from "#infra/ports/store-platform.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { compileInput, countProgressParts } from "../attempt/compile-input.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import type { ExporterDeps } from "../deps.ts";
import { discardBulk, findBulkState, saveBulkState } from "../orders/bulk-state.ts";
import { readInput } from "../orders/read-input.ts";
import { readExportPayload } from "./job.ts";

/** The job waits, or its attempt begins. */
export type BulkStep = { wait: JobOutcome } | { ticket: BulkOperation | undefined };

/** Checks without progress, some half an hour, before orders are read by pages. */
const maxIdleChecks = 400;
/** Delay before the next check, ms; short at first, for short operations. */
const checkDelay = (looks: number): number => Math.min(5_000, 250 + 100 * looks);

/** Checks so far, in the job's payload. Counted, not timed, so that setting a clock ends no wait. */
type CheckState = { looks: number; idle: number; seen: number };
const toNumber = (value: unknown): number => (typeof value === "number" ? value : 0);
const parseCheckState = ({ payload }: ClaimedJob): CheckState => ({
  looks: toNumber(payload.looks),
  idle: toNumber(payload.idle),
  seen: toNumber(payload.seen),
});

const byPages: BulkStep = { ticket: undefined };

/**
 * Begins or checks a long export's bulk operation before its attempt, and reschedules the job: waiting takes no worker
 * and no attempt (ADR 64). Falls back to pages. Stops an ended export's operation.
 */
export const bulkStep = async (deps: ExporterDeps, job: ClaimedJob, signal: AbortSignal): Promise<BulkStep> => {
  const { exportId } = readExportPayload(job);
  const orders = toNumber(job.payload.orders);
  if (orders <= deps.bulkFromOrders) return byPages;
  const { state } = await deps.runner.load(exportDecider, exportId);
  if (state.status === "unknown") return byPages;
  if (hasEnded(state) || state.status === "cancel-requested") {
    await discardBulk(deps, exportId, signal);
    return byPages;
  }
  try {
    return await runStep(deps, { job, state, orders, signal });
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err;
    const { idle } = parseCheckState(job);
    deps.log.warn({ exportId, err }, "The bulk operation of an export could not be asked about.");
    // The attempt meets and reports a permanent refusal.
    if (err.code !== "unavailable") return fallBackToPages(deps, job, state, err.message);
    return idle < maxIdleChecks
      ? rescheduleCheck(job, parseCheckState(job).seen)
      : fallBackToPages(deps, job, state, err.message);
  }
};

type Step = { job: ClaimedJob; state: ExistingExport; orders: number; signal: AbortSignal };

const runStep = async (deps: ExporterDeps, { job, state, orders, signal }: Step): Promise<BulkStep> => {
  const { exportId, tenant } = readExportPayload(job);
  const bulkState = await findBulkState(deps, exportId);
  if (bulkState && "pages" in bulkState) return byPages;
  const shop = state.facts.shop;
  const access = { tenant, shop, signal };
  const ticket = bulkState?.ticket;
  if (!ticket) {
    const begun = await startBulk(deps, access, { exportId, inputHash: state.facts.inputHash });
    if (begun === undefined) return byPages;
    if (begun.kind === "busy")
      return parseCheckState(job).idle < maxIdleChecks
        ? rescheduleCheck(job, 0)
        : fallBackToPages(deps, job, state, "The shop's bulk operations did not end.");
    if (begun.kind === "pages") return fallBackToPages(deps, job, state, begun.reason);
    failpoint("export:bulk-begun-before-kept");
    await saveBulkState(deps, exportId, { tenant, shop, ticket: begun.ticket });
    failpoint("export:bulk-kept");
    deps.log.info({ exportId, operation: begun.ticket.id, orders }, "The orders of an export are read in bulk.");
    return rescheduleCheck(job, 0);
  }
  const status = await deps.platform.bulk.poll(access, ticket);
  if (status.kind === "ready") {
    failpoint("export:bulk-ready");
    return { ticket };
  }
  if (status.kind === "lost") return fallBackToPages(deps, job, state, status.reason);
  if (status.objects === parseCheckState(job).seen && parseCheckState(job).idle >= maxIdleChecks) {
    await deps.platform.bulk.cancel(access, ticket);
    return fallBackToPages(deps, job, state, "The operation made no progress.");
  }
  failpoint("export:bulk-waiting");
  await reportProgress(deps, { exportId, state, orders, done: status.orders });
  return rescheduleCheck(job, status.objects);
};

/** Starts the operation. Undefined for unusable inputs; the attempt reports why. */
const startBulk = async (
  deps: ExporterDeps,
  access: ShopAccess,
  { exportId, inputHash }: { exportId: string; inputHash: string },
): Promise<BulkStartResult | undefined> => {
  let request: Parameters<typeof deps.platform.bulk.start>[1];
  try {
    const input = await readInput(deps, { tenant: access.tenant, inputHash });
    if (input.selectedOrderIds.length > 0) return undefined;
    const { fields, requiredFields } = compileInput(input);
    request = { query: buildSearchQuery(input), fields, requiredFields, optional: peopleFields };
  } catch (err) {
    deps.log.warn({ exportId, err }, "The inputs of an export cannot be read in advance; its attempt says why.");
    return undefined;
  }
  return deps.platform.bulk.start(access, request, exportId);
};

const rescheduleCheck = (job: ClaimedJob, seen: number): BulkStep => {
  const { looks, idle, seen: seenBefore } = parseCheckState(job);
  const payload = { ...job.payload, looks: looks + 1, seen, idle: seen > seenBefore ? 0 : idle + 1 };
  return { wait: reschedule(checkDelay(looks), payload) };
};

/** Records the fallback for good, so that no later check begins another operation. */
const fallBackToPages = async (
  deps: ExporterDeps,
  job: ClaimedJob,
  state: ExistingExport,
  reason: string,
): Promise<BulkStep> => {
  const { exportId, tenant } = readExportPayload(job);
  deps.log.warn({ exportId, reason }, "The orders of an export are read by pages and not in bulk.");
  await saveBulkState(deps, exportId, { tenant, shop: state.facts.shop, pages: reason });
  return byPages;
};

/** Preparing orders is the first part of a bulk report's progress. */
const reportProgress = async (
  deps: ExporterDeps,
  { exportId, state, orders, done }: { exportId: string; state: ExistingExport; orders: number; done: number },
): Promise<void> => {
  const { report } = compileInput(await readInput(deps, state.facts));
  const value: ExportProgress = {
    attempt: state.attempt,
    status: ExportStatus.RetrieveOrders,
    step: Math.min(done, orders),
    maxStep: orders * (1 + countProgressParts(report)),
  };
  const expiresAt = new Date(deps.clock.wall().getTime() + 3_600_000);
  await deps.stateStore.put(toProgressKey(exportId), value, { expiresAt, durable: "soon" });
};
