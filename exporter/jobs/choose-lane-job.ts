import type { InputPlace } from "#application/exports/freeze-input.ts";
import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import { hasEnded, type KnownExport } from "#domain/export/state.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { ExporterDeps } from "../deps.ts";
import { readInput } from "../orders/read-input.ts";
import { jobIdOf, jobKinds, payloadOf, shortLaneOrders } from "./job.ts";

/** Timeout for counting, ms: it must not keep a worker from its exports. */
const patience = 10_000;

/**
 * Minimum delay from a period's end to reading its automated report, ms (ADR 88). The platform's search finds new
 * orders late, and no later report has them. Daily reports have it anyway, at 00:01.
 */
const settlesAfter = 60_000;

/** Remaining delay, ms. */
const untilSettled = ({ clock }: ExporterDeps, { facts: { trigger, period } }: KnownExport): number =>
  trigger === "automated" && period ? Date.parse(period.to) + settlesAfter - clock.now().getTime() : 0;

/** Orders that an export will read, including those its filter drops; null if the platform did not say in time. */
type Choice = { orders: number | null; lane: "short" | "long" };

/**
 * The job `choose-lane`: counts an export's orders on the platform and puts it in its lane (D-5), once its period has
 * settled. Uncounted exports are long; permanently refused ones fail at once, even in the short lane.
 */
export const createChooseLaneJob = (deps: ExporterDeps): JobHandler => {
  const { runner, queue, log } = deps;

  const count = async (facts: InputPlace, signal: AbortSignal): Promise<number> => {
    const input = await readInput(deps, facts);
    if (input.selectedOrderIds.length > 0) return input.selectedOrderIds.length;
    const access = { tenant: input.tenant, shop: input.shop.shop, signal };
    return deps.platform.ordersCount(access, searchOfExport(input));
  };

  const choose = async (exportId: string, facts: InputPlace, signal: AbortSignal): Promise<Choice> => {
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
    const payload = payloadOf(job);
    const { exportId } = payload;
    const { state } = await runner.load(exportDecider, exportId);
    // A running export already has its job, unless the queue was lost; then this restores it.
    if (state.status === "unknown" || hasEnded(state)) return done;
    const unsettled = untilSettled(deps, state);
    if (unsettled > 0) return putDown(unsettled);
    const inTime = AbortSignal.timeout(patience);
    const { orders, lane } = await choose(exportId, state.facts, AbortSignal.any([signal, inTime]));
    if (signal.aborted) return putDown(0);
    await queue.enqueue({
      id: jobIdOf(jobKinds.export, exportId),
      kind: jobKinds.export,
      lane,
      tenant: job.tenant,
      dueAt: job.dueAt,
      atOnce: true,
      payload: { ...payload, orders },
    });
    return done;
  };
};
