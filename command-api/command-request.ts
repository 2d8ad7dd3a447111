import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import type { Call, Caller } from "#application/http/route.ts";
import { deriveId } from "#application/text/derive-id.ts";
import type { Actor } from "#domain/core/message.ts";

/**
 * Command id of a step: the same in repeats with the call's `x-command-id`; undefined without one. Ids of other shops
 * or calls never collide.
 */
export const stepId = (call: Call, tenant: string, step: string): string | undefined =>
  call.commandId === undefined ? undefined : deriveId("web", tenant, step, call.commandId);

/** The merchant, or a support agent on their behalf. */
const actorOf = ({ support }: Caller): Actor => (support ? { kind: "support", ...support } : { kind: "merchant" });

/** `step`: names the call and its subject. */
export const createMerchantRequest = (
  call: Call & { caller: Caller },
  tenant: string,
  step: string,
): CommandRequest => {
  const commandId = stepId(call, tenant, step);
  return {
    tenant,
    actor: actorOf(call.caller),
    correlation: call.requestId,
    ...(commandId === undefined ? {} : { commandId }),
  };
};
