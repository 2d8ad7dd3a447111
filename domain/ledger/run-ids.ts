import { deriveIdPrefix, deriveUuidWithPrefix, type Sha256 } from "../core/ids.ts";
import type { ManualCause, RunCause } from "./events.ts";

/**
 * Derives the id of a run, the same for every claimer. A slot has one run, but its retries and catch-ups can repeat:
 * `nth` counts the earlier ones of that kind. Manual runs derive their id from their command.
 */
export const deriveRunId = (
  sha256: Sha256,
  {
    tenant,
    automationId,
    cause,
    slot,
    nth,
  }: { tenant: string; automationId: string; cause: Exclude<RunCause, ManualCause>; slot: string; nth: number },
): string =>
  deriveUuidWithPrefix(
    sha256,
    deriveIdPrefix(sha256, tenant),
    "run",
    automationId,
    cause,
    slot,
    ...(cause === "slot" ? [] : [`${nth}`]),
  );
