import { setTimeout as sleep } from "node:timers/promises";
import type { Route } from "#application/http/route.ts";
import { takeLease } from "#infra/ports/stores/take-lease.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Longer than a call takes; after it the process that answers it counts as dead, ms. */
const leaseFor = 5_000;
const pollEvery = 20;

/**
 * A route whose named calls are answered one after the other over all processes (ADR 62): what it answers depends on more streams than the one
 * that it appends to, so that nothing else could keep two processes from answering one call both ways. Who comes second finds what the first
 * has done.
 * @throws what the call's signal aborts with, while it waits
 */
export const oneAtATime = ({ state, clock }: Pick<CommandApiDeps, "state" | "clock">, route: Route): Route => ({
  ...route,
  handle: async (input, call) => {
    const { caller } = call;
    const id = caller && stepId(call, caller.tenant, route.path);
    if (id === undefined) return route.handle(input, call);
    for (;;) {
      const lease = await takeLease(state, { key: `asked:${id}`, leaseFor, clock });
      if (lease) {
        try {
          return await route.handle(input, call);
        } finally {
          await lease.release();
        }
      }
      call.signal.throwIfAborted();
      await sleep(pollEvery * (1 + Math.random()));
    }
  },
});
