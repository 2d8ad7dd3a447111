import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { Actor, WithoutContext } from "#domain/core/message.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { RunState } from "#domain/run/state.ts";
import type { LedgerCommandInput } from "./claim.ts";
import type { SchedulerDeps } from "./deps.ts";
import type { PlanPayload } from "./jobs.ts";
export type RunCommandInput = WithoutContext<RunCommand>;
type ExecuteDeps = Pick<SchedulerDeps, "runner" | "log">;

const actor: Actor = { kind: "system", part: "scheduler" };

export const toCommandRequest = ({ tenant, correlation, causation }: PlanPayload): CommandRequest => ({
  tenant,
  actor,
  correlation,
  causation,
});

/**
 * Executes a command. Undefined if refused: the ledger has changed, so check again. `isNewStream`: the stream was empty
 * a moment ago.
 */
export const executeOnLedger = async (
  { runner, log }: ExecuteDeps,
  payload: PlanPayload,
  command: LedgerCommandInput,
  { isNewStream = false } = {},
): Promise<LedgerState | undefined> => {
  const { automationId } = payload;
  const make = (context: LedgerCommand["context"]) => ({ ...command, context }) as LedgerCommand;
  failpoint(`scheduler:before-${command.type}`);
  const result = await runner.execute(ledgerDecider, automationId, make, {
    ...toCommandRequest(payload),
    isNewStream,
  });
  failpoint(`scheduler:after-${command.type}`);
  if (!isRefusal(result)) return result.state;
  log.info({ automationId, command: command.type, refusal: result.message }, "Looking again.");
  return undefined;
};

/** Like {@link executeOnLedger}, on a run. */
export const executeOnRun = async (
  { runner, log }: ExecuteDeps,
  payload: PlanPayload,
  runId: string,
  command: RunCommandInput,
): Promise<RunState | undefined> => {
  const make = (context: RunCommand["context"]) => ({ ...command, context }) as RunCommand;
  // Its state isn't needed until the run's export has ended.
  const fresh = command.type === "StartRun";
  failpoint(`scheduler:before-${command.type}`);
  const result = await runner.execute(runDecider, runId, make, {
    ...toCommandRequest(payload),
    isNewStream: fresh,
    skipCache: fresh,
  });
  failpoint(`scheduler:after-${command.type}`);
  if (!isRefusal(result)) return result.state;
  log.info({ runId, command: command.type, refusal: result.message }, "Looking again.");
  return undefined;
};
