import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExporterDeps } from "../deps.ts";
import { dropBulk } from "../orders/bulk-kept.ts";
import { jobKinds, payloadOf } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** ms between looks while a worker has the export; it sees a cancel well within the first few. */
const lookAgainAfter = (looks: number): number => (looks <= 20 ? 250 : 2_000);

/**
 * The job `cancel-export`: carries out a cancel that no worker sees, because the export waits for its next attempt. A worker that has the
 * export sees it by itself, unless its attempt just failed: so it is looked again until no worker has it.
 */
export const createCancelJob =
  (deps: ExporterDeps): JobHandler =>
  async (job, signal) => {
    const { runner, queue, log } = deps;
    const payload = payloadOf(job);
    const { exportId } = payload;
    const { state } = await runner.load(exportDecider, exportId);
    // It ended while the platform prepared its orders: no worker has it, and nobody wants them any more.
    if (state.status === "canceled") await dropBulk(deps, exportId, signal);
    if (state.status !== "cancel-requested") return done;
    const held = await queue.liveLeases(jobKinds.export);
    if (held.some((lease) => lease.payload.exportId === exportId)) return putDown(lookAgainAfter(job.fence));
    const { attempt } = state;
    const confirmed = await sendCommand(runner, payload, `confirm-cancel:${attempt}`, (context) => ({
      type: "ConfirmCancel",
      attempt,
      context,
    }));
    if (isRefusal(confirmed)) log.info({ exportId, refusal: confirmed.message }, "No cancel to confirm.");
    return done;
  };
