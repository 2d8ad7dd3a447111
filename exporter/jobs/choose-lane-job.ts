import type { InputPlace } from "#application/exports/freeze-input.ts";
import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import { hasEnded, type KnownExport } from "#domain/export/state.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { ExporterDeps } from "../deps.ts";
import { readInput } from "../orders/read-input.ts";
import { jobIdOf, jobKinds, payloadOf, shortLaneOrders } from "./job.ts";

/** Counting must not keep a worker from its exports, ms. */
const patience = 10_000;

/**
 * How long after the end of its period an automated report is read at the earliest, ms (ADR 88): orders of the last moment are found by the platform's search
 * only after a while, and no later report has them. Daily reports have that long by their time of 00:01.
 */
const settlesAfter = 60_000;

/** ms until then. */
const untilSettled = ({ clock }: ExporterDeps, { facts: { trigger, period } }: KnownExport): number =>
  trigger === "automated" && period ? Date.parse(period.to) + settlesAfter - clock.now().getTime() : 0;

/** How many orders an export will read, those that its filter drops among them; null when the platform did not say in time. */
type Choice = { orders: number | null; lane: "short" | "long" };

/**
 * The job `choose-lane`: asks the platform how many orders an export has and puts it in its lane (D-5).
 * One of a period that has only just ended waits for that. Not counted is long; but what the platform refuses for good will fail at once, and may do so in the short lane.
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
    // One that runs already has its job, unless the queue was lost: then this is what brings it back.
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
