import { deriveIdPrefix, deriveUuidWithPrefix, type Sha256 } from "../core/ids.ts";
import type { ManualCause, RunCause } from "./events.ts";

/**
 * Derives the id of a run, the same for every claimer. `nth`: earlier retries or catch-ups of the slot, which can
 * repeat. Manual runs derive their id from their command.
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
