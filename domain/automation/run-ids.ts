import { derivedUuid, type Sha256 } from "../core/ids.ts";
import type { RunCause } from "./events.ts";

/**
 * The id of a run, the same for everybody who claims it. A slot has one run. A slot may be retried and caught up with again and again: `nth` is how
 * many of that kind were claimed before. A test's derives from the command that asks for it.
 */
export const runIdOf = (
  sha256: Sha256,
  {
    automationId,
    cause,
    slot,
    nth,
  }: { automationId: string; cause: Exclude<RunCause, "test">; slot: string; nth: number },
): string => derivedUuid(sha256, "run", automationId, cause, slot, ...(cause === "slot" ? [] : [`${nth}`]));
