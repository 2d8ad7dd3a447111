import { beginningOf, derivedUuidFrom, type Sha256 } from "../core/ids.ts";
import type { ByHandCause, RunCause } from "./events.ts";

/**
 * The id of a run, the same for everybody who claims it. A slot has one run. A slot may be retried and caught up with again and again: `nth` is how
 * many of that kind were claimed before. The id of a run by hand derives from the command that asks for it.
 */
export const runIdOf = (
  sha256: Sha256,
  {
    tenant,
    automationId,
    cause,
    slot,
    nth,
  }: { tenant: string; automationId: string; cause: Exclude<RunCause, ByHandCause>; slot: string; nth: number },
): string =>
  derivedUuidFrom(
    sha256,
    beginningOf(sha256, tenant),
    "run",
    automationId,
    cause,
    slot,
    ...(cause === "slot" ? [] : [`${nth}`]),
  );
