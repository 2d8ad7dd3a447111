import type { InputKey } from "#application/exports/freeze-input.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { buildSearchQuery } from "#domain/export/orders-filter.ts";
import { type ExistingExport, hasEnded } from "#domain/export/state.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { ExporterDeps } from "../deps.ts";
import { readInput } from "../orders/read-input.ts";
import { jobKinds, readExportPayload, shortLaneOrders, toJobId } from "./job.ts";

/** Time limit of a count, ms: workers have exports to make. */
const countTimeout = 10_000;

/**
 * Delay from a period's end to its automated report, ms (ADR 88): the platform's search finds new orders late, and no
 * later report has them. Daily reports have this delay anyway, at 00:01.
 */
const settleDelay = 60_000;

/** Time until the export's period has settled, ms. */
const remainingDelay = ({ clock }: ExporterDeps, { facts: { trigger, period } }: ExistingExport): number =>
  trigger === "automated" && period ? Date.parse(period.to) + settleDelay - clock.now().getTime() : 0;

/** An export's lane. `orders`: including those that the filter drops; null if not counted in time. */
type LaneChoice = { orders: number | null; lane: "short" | "long" };

/**
 * The job `choose-lane`: counts an export's orders and picks its lane (D-5), once its period has settled. Uncounted
 * exports are long. Permanently refused ones fail at once.
 */
export const createChooseLaneJob = (deps: ExporterDeps): JobHandler => {
  const { runner, queue, log } = deps;

  const count = async (facts: InputKey, signal: AbortSignal): Promise<number> => {
    const input = await readInput(deps, facts);
    if (input.selectedOrderIds.length > 0) return input.selectedOrderIds.length;
    const access = { tenant: input.tenant, shop: input.shop.shop, signal };
    return deps.platform.countOrders(access, buildSearchQuery(input));
  };

  const choose = async (exportId: string, facts: InputKey, signal: AbortSignal): Promise<LaneChoice> => {
    try {
      const orders = await count(facts, signal);
      return { orders, lane: orders <= shortLaneOrders ? "short" : "long" };
    } catch (err) {
      log.warn({ exportId, err }, "The orders of an export could not be counted.");
      const forGood = err instanceof PlatformError && err.code !== "unavailable";
      return { orders: null, lane: forGood ? "short" : "long" };
    }
  };

  return async (job, signal) => {
    const payload = readExportPayload(job);
    const { exportId } = payload;
    const { state } = await runner.load(exportDecider, exportId);
    // A running export has its job, unless the queue was lost. Then this restores it.
    if (state.status === "unknown" || hasEnded(state)) return completed;
    const unsettled = remainingDelay(deps, state);
    if (unsettled > 0) return reschedule(unsettled);
    const countTimedOut = AbortSignal.timeout(countTimeout);
    const { orders, lane } = await choose(exportId, state.facts, AbortSignal.any([signal, countTimedOut]));
    if (signal.aborted) return reschedule(0);
    await queue.enqueue({
      id: toJobId(jobKinds.export, exportId),
      kind: jobKinds.export,
      lane,
      tenant: job.tenant,
      dueAt: job.dueAt,
      atOnce: true,
      payload: { ...payload, orders },
    });
    return completed;
  };
};
