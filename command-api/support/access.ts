import { z } from "zod";
import { notFound } from "#application/http/api-error.ts";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { impersonationDecider } from "#domain/impersonation/decider.ts";
import { type GrantCommand, grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import { AllowChangesPayload, type SupportGrant, SupportGrantData } from "#domain/wire/support/impersonation.ts";
import { grantOnWire } from "#domain/wire/support/impersonation-on-wire.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

const executeOnGrant = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  step: string,
  command: WithoutContext<GrantCommand>,
): Promise<Refusal | SupportGrant | null> => {
  const result = await executeForMerchant(deps, call, {
    decider: grantDecider,
    id: call.caller.tenant,
    step,
    make: (context): GrantCommand => ({ ...command, context }),
  });
  if (isRefusal(result)) return result;
  call.setPosition(result.position);
  return grantOnWire(grantAt(result.state, deps.clock.now().toISOString()));
};

/** Merchants' control over support (R-14): permission to make changes, and the end of an impersonation session. */
export const supportAccessCommands = (deps: CommandApiDeps): Route[] => [
  route({
    method: "POST",
    path: "support/allow-changes",
    summary: "Lets support make changes for 1, 24 or 72 hours; the newest choice counts",
    description:
      "Until then support's changes are noted in the shop's history under the agent's name. The newest choice counts, even if it is shorter.",
    refuses: ["invalid"],
    access: "shop",
    body: AllowChangesPayload,
    data: SupportGrantData.nullable(),
    handler: ({ body: { Hours: hours } }, call) =>
      executeOnGrant(deps, call, "allow-changes", { type: "AllowSupportChanges", hours }),
  }),
  route({
    method: "POST",
    path: "support/stop-changes",
    summary: "From now on support may only look",
    description: "Takes effect at once, also for calls that are under way. Open sessions continue. Answers null.",
    refuses: ["invalid"],
    access: "shop",
    data: SupportGrantData.nullable(),
    handler: (_input, call) => executeOnGrant(deps, call, "stop-changes", { type: "StopSupportChanges" }),
  }),
  route({
    method: "POST",
    path: "support/end-look",
    summary: "Ends a support session at once",
    description: "Takes the id of a session from support/get-looks. The agent's token stops working.",
    refuses: ["unknown"],
    access: "shop",
    body: z.string().min(1).max(100),
    bare: "id",
    data: z.boolean(),
    handler: async ({ body: id }, call) => {
      const { state } = await deps.runner.load(impersonationDecider, id);
      if (state.status === "unknown" || state.tenant !== call.caller.tenant)
        throw notFound("This session can't be found. Reload the page.");
      const who = { actor: { kind: "merchant" }, correlation: call.requestId } as const;
      call.setPosition(await deps.impersonations.end(id, "merchant", who));
      return true;
    },
  }),
];
