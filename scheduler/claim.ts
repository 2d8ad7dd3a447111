import type { SchedulingState } from "#application/automations/scheduling-state.ts";
import { freezeForClaim } from "#application/exports/freeze-for-claim.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import type { ExtraCause, ManualCause, RunCause } from "#domain/ledger/events.ts";
import type { NextDecision } from "#domain/ledger/planning/next-decision.ts";
import { deriveRunId } from "#domain/ledger/run-ids.ts";
import type { SchedulerDeps } from "./deps.ts";
export type LedgerCommandInput = WithoutContext<LedgerCommand>;

/** Freezes inputs before the claim, so that no claim lacks them. */
export const prepareCommand = async (
  deps: Pick<SchedulerDeps, "stateStore" | "clock" | "config">,
  { tenant, automationId }: { tenant: string; automationId: string },
  scheduling: SchedulingState,
  next: Exclude<NextDecision, { do: "wait" }>,
): Promise<{ command: LedgerCommandInput; input?: FrozenInput }> => {
  const { state, subscribed } = scheduling.outlook;
  const idOf = (cause: Exclude<RunCause, ManualCause>, slot: string) =>
    deriveRunId(sha256, { tenant, automationId, cause, slot, nth: cause === "retry" ? state.retries : state.caughtUp });
  switch (next.do) {
    case "claim": {
      const { past } = next;
      const slot = past.newest.at;
      const run = idOf("slot", slot);
      const period = { from: state.coveredUntil ?? past.firstFrom, to: past.newest.to };
      const { facts, input } = await freezeForClaim(deps, scheduling, { run, cause: "slot", slot, period });
      return { command: { type: "ClaimSlot", past, enabled: true, subscribed, run, ...facts }, input };
    }
    case "skip":
      return { command: { type: "SkipSlots", past: next.past, reason: next.reason } };
    case "retry":
    case "catch-up": {
      const { slot, period } = next;
      const cause: ExtraCause = next.do;
      const run = idOf(cause, slot);
      const { facts, input } = await freezeForClaim(deps, scheduling, { run, cause, slot, period });
      return { command: { type: "ClaimExtraRun", cause, slot, period, run, ...facts }, input };
    }
    case "call-off":
      return { command: { type: "CallOff", because: next.because, resumed: next.resumed } };
    case "expire":
      return { command: { type: "Expire", endsTo: next.endsTo, past: null } };
  }
};
