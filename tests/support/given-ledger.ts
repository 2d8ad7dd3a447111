import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { ClaimFacts, LedgerEvent } from "#domain/ledger/events.ts";
import { listPastSlots } from "#domain/ledger/planning/phases.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import type { Clock } from "#infra/ports/clock.ts";

const facts: ClaimFacts = { workspaceVersion: 4, shopVersion: 3, flags: [], catalogueVersion: 7, inputHash: "ab" };

/** The ledger of an automated report as a scheduler writes it, where none runs. */
export const ledgerFor = (
  { runner, clock }: { runner: Pick<CommandRunner, "load" | "execute">; clock: Pick<Clock, "now"> },
  tenant: string,
  automationId: string,
) => {
  const run = async (command: WithoutContext<LedgerCommand>): Promise<readonly LedgerEvent[]> => {
    const result = await runner.execute(
      ledgerDecider,
      automationId,
      (context) => ({ ...command, context }) as LedgerCommand,
      { tenant, actor: { kind: "system", part: "scheduler" }, correlation: "given" },
    );
    if (isRefusal(result)) throw new Error(result.message);
    return result.events;
  };
  const state = async () => (await runner.load(ledgerDecider, automationId)).state;
  /** Claims due slots; returns the run of this name. */
  const claim = async (called?: string): Promise<string> => {
    const { outlook } = await loadSchedulingState(
      { runner, clock },
      await loadShopSchedulingState({ runner, clock }, tenant),
      automationId,
    );
    const past = listPastSlots(outlook.phases, outlook.state.last, outlook.now, scheduleFunctions);
    if (!past) throw new Error("Nothing is due.");
    const id = called ?? `run of ${past.newest.at}`;
    await run({ type: "ClaimSlot", past, enabled: true, subscribed: true, run: id, ...facts });
    return id;
  };
  const fail = (id: string, ofTry: number, kind: "temporary" | "lasting" = "temporary") =>
    run({ type: "FailTry", run: id, try: ofTry, kind, reason: "The server refused the password." });
  return {
    run,
    state,
    claim,
    fail,
    facts,
    /** Five failures of what is due now. */
    suspend: async (called?: string) => {
      const id = await claim(called);
      for (const ofTry of [1, 2, 3, 4, 5]) await fail(id, ofTry);
    },
  };
};
