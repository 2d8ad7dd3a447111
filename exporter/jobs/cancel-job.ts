import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExporterParts } from "../parts.ts";
import { done, type JobHandler, jobKinds, payloadOf } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/**
 * The job `cancel-export`: carries out a cancel that no worker can see, because the export waits for its next attempt. A worker
 * that has the export sees it by itself; one that died with it is followed by an attempt that finds it.
 */
export const createCancelJob =
  ({ commands, queue, log }: ExporterParts): JobHandler =>
  async (job) => {
    const payload = payloadOf(job);
    const { exportId } = payload;
    const held = await queue.liveLeases(jobKinds.export);
    if (held.some((lease) => lease.payload.exportId === exportId)) return done;
    const { state } = await commands.load(exportDecider, exportId);
    if (state.status !== "cancel-requested") return done;
    const { attempt } = state;
    const confirmed = await sendCommand(commands, payload, `confirm-cancel:${attempt}`, (context) => ({
      type: "ConfirmCancel",
      attempt,
      context,
    }));
    if (isRefusal(confirmed)) log.info({ exportId, refusal: confirmed.message }, "No cancel to confirm.");
    return done;
  };
