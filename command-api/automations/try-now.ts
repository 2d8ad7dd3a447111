import { z } from "zod";
import { notFound } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/**
 * Tries a delivery again at once: a merchant who has fixed the cause need not wait. The try counts like any
 * other.
 */
export const tryNowRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/try-now",
    summary: "Starts the next attempt of an automated report at once",
    description:
      "Takes the id of an automated report whose RetryAt is set. The attempt uses the destination as it is saved now. If it fails, it counts like any other.",
    refuses: ["rule", "unknown"],
    access: "shop",
    body: z.string().min(1).max(100),
    bare: "id",
    data: z.null(),
    handler: async ({ body: automationId }, call) => {
      const { tenant } = call.caller;
      const { state } = await deps.runner.load(workspaceDecider, tenant);
      if (!state.automations.some((one) => one.automationId === automationId))
        throw notFound("This automated report can't be found. Choose another one.");
      deps.budgets.tests.assertAvailable(tenant);
      const result = await executeForMerchant(deps, call, {
        decider: ledgerDecider,
        id: automationId,
        step: `try-now ${automationId}`,
        make: (context): LedgerCommand => ({ type: "TryNow", context }),
      });
      if (isRefusal(result)) return result;
      if (result.events.length > 0 && !result.repeated) deps.budgets.tests.spend(tenant, 1);
      call.setPosition(result.position);
      return null;
    },
  });
