import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExporterDeps } from "../deps.ts";
import { discardBulk } from "../orders/bulk-state.ts";
import { jobKinds, readExportPayload } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** Delay before the next check, ms. A worker with the export sees a cancel within the first few. */
const recheckDelay = (looks: number): number => (looks <= 20 ? 250 : 2_000);

/**
 * The job `cancel-export`: cancels an export between attempts, as no worker sees that. Checks again while a worker has
 * the export, which may have just failed its attempt.
 */
export const createCancelJob =
  (deps: ExporterDeps): JobHandler =>
  async (job, signal) => {
    const { runner, queue, log } = deps;
    const payload = readExportPayload(job);
    const { exportId } = payload;
    const { state } = await runner.load(exportDecider, exportId);
    // If it ended while the platform prepared its orders, no worker stops the operation.
    if (state.status === "canceled") await discardBulk(deps, exportId, signal);
    if (state.status !== "cancel-requested") return completed;
    const leases = await queue.listLiveLeases(jobKinds.export);
    if (leases.some((lease) => lease.payload.exportId === exportId)) return reschedule(recheckDelay(job.fence));
    const { attempt } = state;
    const confirmed = await sendCommand(runner, payload, `confirm-cancel:${attempt}`, (context) => ({
      type: "ConfirmCancel",
      attempt,
      context,
    }));
    if (isRefusal(confirmed)) log.info({ exportId, refusal: confirmed.message }, "No cancel to confirm.");
    return completed;
  };
