import type { Seen } from "#application/automations/look.ts";
import { freezeForClaim } from "#application/exports/freeze-for-claim.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import type { ByHandCause, ExtraCause, RunCause } from "#domain/ledger/events.ts";
import type { NextDecision } from "#domain/ledger/planning/next-decision.ts";
import { runIdOf } from "#domain/ledger/run-ids.ts";
import type { SchedulerDeps } from "./deps.ts";

type Naked<C> = C extends unknown ? Omit<C, "context"> : never;
export type NakedLedgerCommand = Naked<LedgerCommand>;

/** The command for a decision. Inputs are frozen before the claim, so that no claim lacks them. */
export const commandOf = async (
  deps: Pick<SchedulerDeps, "stateStore" | "clock" | "config">,
  { tenant, automationId }: { tenant: string; automationId: string },
  seen: Seen,
  next: Exclude<NextDecision, { do: "wait" }>,
): Promise<{ command: NakedLedgerCommand; input?: FrozenInput }> => {
  const { state, subscribed } = seen.outlook;
  const idOf = (cause: Exclude<RunCause, ByHandCause>, slot: string) =>
    runIdOf(sha256, { tenant, automationId, cause, slot, nth: cause === "retry" ? state.retries : state.caughtUp });
  switch (next.do) {
    case "claim": {
      const { past } = next;
      const slot = past.newest.at;
      const run = idOf("slot", slot);
      const period = { from: state.coveredUntil ?? past.firstFrom, to: past.newest.to };
      const { facts, input } = await freezeForClaim(deps, seen, { run, cause: "slot", slot, period });
      return { command: { type: "ClaimSlot", past, enabled: true, subscribed, run, ...facts }, input };
    }
    case "skip":
      return { command: { type: "SkipSlots", past: next.past, reason: next.reason } };
    case "retry":
    case "catch-up": {
      const { slot, period } = next;
      const cause: ExtraCause = next.do;
      const run = idOf(cause, slot);
      const { facts, input } = await freezeForClaim(deps, seen, { run, cause, slot, period });
      return { command: { type: "ClaimExtraRun", cause, slot, period, run, ...facts }, input };
    }
    case "call-off":
      return { command: { type: "CallOff", because: next.because, resumed: next.resumed } };
    case "expire":
      return { command: { type: "Expire", endsTo: next.endsTo, past: null } };
  }
};
