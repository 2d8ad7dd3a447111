import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { toFailure } from "../attempt/failure.ts";
import type { ExporterDeps } from "../deps.ts";
import { parseExportId } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** Fails the export whose job is discarded, with a reason for its merchant. */
export const createOnDiscarded =
  ({ runner, log }: ExporterDeps) =>
  async (job: ClaimedJob, error: unknown): Promise<void> => {
    const exportId = parseExportId(job);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "unknown" || hasEnded(state)) return;
    const { attempt } = state;
    // The payload isn't used: it may be the fault.
    const cause = { exportId, tenant: job.tenant, correlation: job.id, causation: job.id };
    const { code, reason } = toFailure(error);
    const failed = await sendCommand(runner, cause, undefined, (context) => ({
      type: "FailExport",
      attempt,
      code,
      reason,
      context,
    }));
    if (isRefusal(failed)) throw new Error(`The end of export ${exportId} was refused: ${failed.message}`);
    log.warn({ exportId, code }, "An export failed, as its job was given up.");
  };
