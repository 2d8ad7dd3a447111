import { type CallBudget, createCallBudget, entryOverhead } from "#application/admission/budget.ts";
import type { CommandResult, MakeCommand } from "#application/commands/command-runner-types.ts";
import type { CallOf } from "#application/http/route.ts";
import { type Decider, isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import { createMerchantRequest } from "./command-request.ts";
import type { CommandApiDeps } from "./deps.ts";

type ForMerchant<C, E extends DomainEvent, S> = {
  decider: Decider<C, E, S>;
  id: string;
  step: string;
  make: MakeCommand<C, S>;
  /** Budget shared by several steps; default: one of its own. */
  changes?: CallBudget | undefined;
};

/**
 * Executes a command, and charges for the stored events (ADR 35). A repeat never waits, and costs nothing.
 * @throws {ApiError} 401 or 403: the merchant has ended the impersonation session or stopped changes; 429: the shop has
 * changed too much within an hour
 */
export const executeForMerchant = async <C, E extends DomainEvent, S>(
  { runner, budgets }: Pick<CommandApiDeps, "runner" | "budgets">,
  call: CallOf<"account">,
  { decider, id, step, make, changes }: ForMerchant<C, E, S>,
): Promise<Refusal | CommandResult<E, S>> => {
  const { tenant } = call.caller;
  const budget = changes ?? createCallBudget(budgets.changes, tenant);
  const request = createMerchantRequest(call, tenant, step);
  await call.assertStillAdmitted();
  let isDecided = false;
  const beforeDeciding = () => {
    budget.assertAvailable();
    isDecided = true;
  };
  const result = await runner.execute(decider, id, make, { ...request, beforeDeciding });
  // This process decided a repeat: another one was first and is charged.
  if (!isDecided || (!isRefusal(result) && result.repeated)) return result;
  const events = isRefusal(result) ? [] : result.events;
  if (events.length > 0) budget.spend(JSON.stringify(events).length + events.length * entryOverhead);
  return result;
};
