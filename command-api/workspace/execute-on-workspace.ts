import type { CallBudget } from "#application/admission/budget.ts";
import type { CommandResult } from "#application/commands/command-runner-types.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
export type MerchantCommand = WithoutContext<WorkspaceCommand>;

/**
 * Executes a command; sets position and ETag: the workspace's version. `make` gets the state that the command meets.
 * `step` names the call and its item, as a command id may be reused for another item.
 * @throws {ApiError} 429: the shop has changed too much within an hour
 */
export const executeOnWorkspace = async (
  deps: Pick<CommandApiDeps, "runner" | "budgets">,
  call: CallOf<"shop">,
  step: string,
  make: (state: WorkspaceState) => MerchantCommand,
  changes?: CallBudget,
): Promise<Refusal | CommandResult<WorkspaceEvent, WorkspaceState>> => {
  const result = await executeForMerchant(deps, call, {
    decider: workspaceDecider,
    id: call.caller.tenant,
    step,
    make: (context, state): WorkspaceCommand => ({ ...make(state), context }),
    changes,
  });
  if (isRefusal(result)) return result;
  call.setPosition(result.position);
  if (result.version >= 0) call.setHeader("etag", `"${result.version}"`);
  return result;
};

/**
 * Returns an item that its command must have left.
 * @throws {Error} it is not there
 */
export const requireItem = <Thing>(item: Thing | undefined, what: string): Thing => {
  if (item === undefined) throw new Error(`A command on ${what} went through, and the workspace does not have it.`);
  return item;
};
