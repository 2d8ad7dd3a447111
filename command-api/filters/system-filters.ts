import { ApiError } from "#application/http/api-error.ts";
import type { Call } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Creates missing system filters. The decider knows existing ones, so a repeat is a no-op. */
export const ensureSystemFilters = async (
  { runner }: Pick<CommandApiDeps, "runner">,
  call: Call,
  tenant: string,
): Promise<void> => {
  const result = await runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({ type: "EnsureSystemFilters", context }),
    { tenant, actor: { kind: "system", part: "log-in" }, correlation: call.requestId },
  );
  if (isRefusal(result)) throw new ApiError({ status: 500, code: "internal", message: result.message });
  // Without events, the position is older than the login's.
  if (result.events.length > 0) call.setPosition(result.position);
};
