import { type Decider, refuse } from "../core/decider.ts";
import { callOff, claimExtraRun, claimSlot, type Decision, skipSlots } from "./claim.ts";
import type { CommandOf, LedgerCommand } from "./commands.ts";
import type { LedgerEvent } from "./events.ts";
import { evolveLedger } from "./evolve.ts";
import { failTry, settle, tryNow } from "./outcome.ts";
import { start } from "./start.ts";
import { emptyLedger, type LedgerState } from "./state.ts";

/** Expires a report once no slot is left and all have an outcome. */
const expire = ({ endsTo, past }: CommandOf<"Expire">, state: LedgerState): Decision => {
  if (state.expired === endsTo) return [];
  if (state.open || past)
    return refuse("rule", "A slot has no outcome yet. Expire the report when all slots have theirs.");
  return [{ type: "AutomationExpired", data: { endsTo } }];
};

const decide = (command: LedgerCommand, state: LedgerState): Decision => {
  switch (command.type) {
    case "ClaimSlot":
      return claimSlot(command, state);
    case "SkipSlots":
      return skipSlots(command, state);
    case "ClaimExtraRun":
      return claimExtraRun(command, state);
    case "FailTry":
      return failTry(command, state);
    case "TryNow":
      return tryNow(command, state);
    case "Settle":
      return settle(command, state);
    case "Start":
      return start(command, state);
    case "CallOff":
      return callOff(command, state);
    case "Expire":
      return expire(command, state);
  }
};

/** Stream `automation-{id}` (ADR 76). */
export const ledgerDecider: Decider<LedgerCommand, LedgerEvent, LedgerState> = {
  category: "automation",
  stateSchema: 9,
  initialState: emptyLedger,
  decide,
  evolve: evolveLedger,
};
