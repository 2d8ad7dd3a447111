import { removeExpiredFile } from "#application/exports/sidecar-files.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ErasureReason } from "#domain/export/events.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { PrivacyJob } from "./privacy-job.ts";

/**
 * Erases a file; the caller removes the notes about its people. The event comes first, so the link is dead from then
 * on.
 */
export const eraseFile = async (
  { runner, fileStore }: Pick<UpkeepDeps, "runner" | "fileStore">,
  { privacyId, tenant, correlation, causation }: PrivacyJob & { tenant: string },
  { exportId, fileKey, because }: { exportId: string; fileKey: string; because: ErasureReason },
): Promise<void> => {
  const erased = await runner.execute(
    exportDecider,
    exportId,
    (context): ExportCommand => ({ type: "EraseExportFile", because, request: privacyId, context }),
    {
      tenant,
      actor: { kind: "system", part: "upkeep" },
      correlation,
      causation,
      commandId: `erase:${privacyId}:${exportId}`,
    },
  );
  if (isRefusal(erased)) throw new Error(`The file of export ${exportId} was not erased: ${erased.message}`);
  failpoint("upkeep:privacy:after-erased-before-removed");
  await removeExpiredFile(fileStore, fileKey);
};
