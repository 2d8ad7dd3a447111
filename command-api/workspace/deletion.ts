import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace, type MerchantCommand } from "./execute-on-workspace.ts";

/** Answer to a deletion: `ok`, or the title of the first automated report in the way. */
const deletionAnswer = (blocking: string | undefined): string => {
  if (blocking === undefined) return "ok";
  // A title must not read as a deletion.
  return blocking === "ok" ? '"ok"' : blocking;
};

/** Deletes an item. If an automated report uses it, that is a response, not an error. */
export const deleteFromWorkspace = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  step: string,
  command: MerchantCommand,
): Promise<string | Refusal> => {
  const result = await executeOnWorkspace(deps, call, step, () => command);
  if (!isRefusal(result)) return deletionAnswer(undefined);
  return result.code === "rule" && result.details !== undefined ? deletionAnswer(result.details) : result;
};
