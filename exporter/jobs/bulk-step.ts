import { type Outcome, putDown } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import { hasEnded, type KnownExport } from "#domain/export/state.ts";
import { type ExportProgress, progressKeyOf } from "#domain/read-models/documents.ts";
import { type BulkBegun, type BulkTicket, PlatformError, type ShopAccess } from "#infra/ports/store-platform.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { askedOfPlatform, partsOf } from "../attempt/asked-of-platform.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import type { ExporterDeps } from "../deps.ts";
import { dropBulk, findBulk, keepBulk } from "../orders/bulk-kept.ts";
import { readInput } from "../orders/read-input.ts";
import { payloadOf } from "./job.ts";

/** Result of a check: the job waits, or its attempt begins, with the operation's ticket if one is ready. */
export type BulkStep = { wait: Outcome } | { ticket: BulkTicket | undefined };

/** Checks without progress, some half an hour, after which orders are read by pages. */
const mostIdle = 400;
/** Delay until the next check, ms; short at first, for short operations. */
const pause = (looks: number): number => Math.min(5_000, 250 + 100 * looks);

/** State between checks, in the job's payload. Counted, not timed, so that setting a clock ends no wait. */
type Looks = { looks: number; idle: number; seen: number };
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const looksOf = ({ payload }: ClaimedJob): Looks => ({
  looks: numberOf(payload.looks),
  idle: numberOf(payload.idle),
  seen: numberOf(payload.seen),
});

const byPages: BulkStep = { ticket: undefined };

/**
 * A step of a long export before its attempt: begins or checks its bulk operation, and reschedules the job, so that
 * waiting takes no worker and no attempt (ADR 64). If bulk reading fails, orders are read by pages. For an ended
 * export, stops the operation.
 */
export const bulkStep = async (deps: ExporterDeps, job: ClaimedJob, signal: AbortSignal): Promise<BulkStep> => {
  const { exportId } = payloadOf(job);
  const orders = numberOf(job.payload.orders);
  if (orders <= deps.bulkFromOrders) return byPages;
  const { state } = await deps.runner.load(exportDecider, exportId);
  if (state.status === "unknown") return byPages;
  if (hasEnded(state) || state.status === "cancel-requested") {
    await dropBulk(deps, exportId, signal);
    return byPages;
  }
  try {
    return await stepOf(deps, { job, state, orders, signal });
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err;
    const { idle } = looksOf(job);
    deps.log.warn({ exportId, err }, "The bulk operation of an export could not be asked about.");
    // A permanent refusal is reported by the attempt, which meets it too.
    if (err.code !== "unavailable") return giveUp(deps, job, state, err.message);
    return idle < mostIdle ? waitOn(job, looksOf(job).seen) : giveUp(deps, job, state, err.message);
  }
};

type Step = { job: ClaimedJob; state: KnownExport; orders: number; signal: AbortSignal };

const stepOf = async (deps: ExporterDeps, { job, state, orders, signal }: Step): Promise<BulkStep> => {
  const { exportId, tenant } = payloadOf(job);
  const kept = await findBulk(deps, exportId);
  if (kept && "pages" in kept) return byPages;
  const shop = state.facts.shop;
  const access = { tenant, shop, signal };
  const ticket = kept?.ticket;
  if (!ticket) {
    const begun = await begin(deps, access, { exportId, inputHash: state.facts.inputHash });
    if (begun === undefined) return byPages;
    if (begun.kind === "busy")
      return looksOf(job).idle < mostIdle
        ? waitOn(job, 0)
        : giveUp(deps, job, state, "The shop's operations took no end.");
    if (begun.kind === "pages") return giveUp(deps, job, state, begun.reason);
    failpoint("export:bulk-begun-before-kept");
    await keepBulk(deps, exportId, { tenant, shop, ticket: begun.ticket });
    failpoint("export:bulk-kept");
    deps.log.info({ exportId, operation: begun.ticket.id, orders }, "The orders of an export are read in bulk.");
    return waitOn(job, 0);
  }
  const look = await deps.platform.bulk.look(access, ticket);
  if (look.kind === "ready") {
    failpoint("export:bulk-ready");
    return { ticket };
  }
  if (look.kind === "lost") return giveUp(deps, job, state, look.reason);
  if (look.objects === looksOf(job).seen && looksOf(job).idle >= mostIdle) {
    await deps.platform.bulk.cancel(access, ticket);
    return giveUp(deps, job, state, "The operation made no progress.");
  }
  failpoint("export:bulk-waiting");
  await tellProgress(deps, { exportId, state, orders, done: look.orders });
  return waitOn(job, look.objects);
};

/** Undefined if the inputs cannot be used; the attempt reports why. */
const begin = async (
  deps: ExporterDeps,
  access: ShopAccess,
  { exportId, inputHash }: { exportId: string; inputHash: string },
): Promise<BulkBegun | undefined> => {
  let request: Parameters<typeof deps.platform.bulk.begin>[1];
  try {
    const input = await readInput(deps, { tenant: access.tenant, inputHash });
    if (input.selectedOrderIds.length > 0) return undefined;
    const { fields, needed } = askedOfPlatform(input);
    request = { query: searchOfExport(input), fields, needed, optional: peopleFields };
  } catch (err) {
    deps.log.warn({ exportId, err }, "The inputs of an export cannot be read beforehand; its attempt says why.");
    return undefined;
  }
  return deps.platform.bulk.begin(access, request, exportId);
};

const waitOn = (job: ClaimedJob, seen: number): BulkStep => {
  const { looks, idle, seen: before } = looksOf(job);
  const payload = { ...job.payload, looks: looks + 1, seen, idle: seen > before ? 0 : idle + 1 };
  return { wait: putDown(pause(looks), payload) };
};

/** Permanent, so that no later check begins another operation. */
const giveUp = async (deps: ExporterDeps, job: ClaimedJob, state: KnownExport, reason: string): Promise<BulkStep> => {
  const { exportId, tenant } = payloadOf(job);
  deps.log.warn({ exportId, reason }, "The orders of an export are read by pages and not in bulk.");
  await keepBulk(deps, exportId, { tenant, shop: state.facts.shop, pages: reason });
  return byPages;
};

/** Preparing orders is the first part of a report that is read in bulk. */
const tellProgress = async (
  deps: ExporterDeps,
  { exportId, state, orders, done }: { exportId: string; state: KnownExport; orders: number; done: number },
): Promise<void> => {
  const { report } = askedOfPlatform(await readInput(deps, state.facts));
  const value: ExportProgress = {
    attempt: state.attempt,
    status: ExportStatus.RetrieveOrders,
    step: Math.min(done, orders),
    maxStep: orders * (1 + partsOf(report)),
  };
  const expiresAt = new Date(deps.clock.wall().getTime() + 3_600_000);
  await deps.stateStore.put(progressKeyOf(exportId), value, { expiresAt, durable: "soon" });
};
