import { isPublished } from "#application/exports/publications.ts";
import { removeExpiredFile } from "#application/exports/sidecar-files.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { createJumpMeter } from "#infra/ports/clock.ts";
import type { ExporterDeps } from "../deps.ts";
import { readExportPayload } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** ms, if a set clock made the job run before the file's expiry. */
const recheckDelay = 3_600_000;

/** ms of steady time after a forward clock jump until files expire by it: a removal is final (ADR 18). */
const pauseAfterClockJump = 600_000;

/** The job `expire-export`: records a file's expiry and removes it. Idempotent. */
export const createExpireJob = (deps: ExporterDeps): JobHandler => {
  const { runner, fileStore, clock, log } = deps;
  const jumpSinceLook = createJumpMeter(clock);
  let jumpedAt = Number.NEGATIVE_INFINITY;
  return async (job) => {
    if (jumpSinceLook() > 0) jumpedAt = clock.steady();
    const rest = jumpedAt + pauseAfterClockJump - clock.steady();
    if (rest > 0) return reschedule(rest);
    const payload = readExportPayload(job);
    const { exportId } = payload;
    // The newest file of a public link stays until it is replaced or the link is gone.
    const { state: now } = await runner.load(exportDecider, exportId);
    if (now.status === "finished" && (await isPublished(deps, exportId))) return reschedule(dayMs);
    const expired = await sendCommand(runner, payload, undefined, (context) => ({
      type: "ExpireExport",
      context,
    }));
    if (isRefusal(expired)) {
      log.info({ exportId, refusal: expired.message }, "The file does not expire now.");
      const { state } = await runner.load(exportDecider, exportId);
      return state.status === "finished" ? reschedule(recheckDelay) : completed;
    }
    if (expired.state.status === "expired") await removeExpiredFile(fileStore, expired.state.file.fileKey);
    log.info({ exportId }, "The file of an export expired and was removed.");
    return completed;
  };
};
