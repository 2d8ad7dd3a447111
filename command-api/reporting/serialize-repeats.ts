import { setTimeout as sleep } from "node:timers/promises";
import type { Route } from "#application/http/route.ts";
import { acquireLease } from "#infra/ports/stores/acquire-lease.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Length of the lease, ms, longer than a call; after it the answering process counts as dead. */
const leaseDuration = 5_000;
const pollInterval = 20;

/**
 * Answers repeats of a call one by one, across all processes (ADR 119). A version check is not enough, as the answer
 * depends on several streams.
 * @throws the signal's reason, if it aborts while waiting
 */
export const serializeRepeats = ({ state, clock }: Pick<CommandApiDeps, "state" | "clock">, route: Route): Route => ({
  ...route,
  handle: async (input, call) => {
    const { caller } = call;
    const id = caller && stepId(call, caller.tenant, route.path);
    if (id === undefined) return route.handle(input, call);
    for (;;) {
      const lease = await acquireLease(state, { key: `asked:${id}`, leaseFor: leaseDuration, clock });
      if (lease) {
        try {
          return await route.handle(input, call);
        } finally {
          await lease.release();
        }
      }
      call.signal.throwIfAborted();
      await sleep(pollInterval * (1 + Math.random()));
    }
  },
});
