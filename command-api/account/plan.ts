import { z } from "zod";
import { route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import type { Quotas } from "#domain/tiers/tiers.ts";
import type { QuotaCounts } from "#domain/wire/account/plan.ts";
import { automationKind } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import type { CommandApiDeps } from "../deps.ts";
import { findTrialEnd, toChargeState } from "./account-data.ts";
import { ChargeData } from "./schemas.ts";

const Counts = z.strictObject({ Reports: z.int(), Filters: z.int(), Automations: z.int() });

const toCounts = ({ reports, filters, automations }: Quotas): QuotaCounts => ({
  Reports: reports,
  Filters: filters,
  Automations: automations,
});

export const planRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "account/plan",
    summary: "What the shop pays, what its tier includes, and how much of it is in use",
    description:
      "Reads what Sheaf keeps, and asks the platform for nothing. Open before the charge is approved. Price is for 30 days, as decimal text.",
    access: "account",
    data: z.strictObject({
      Tier: z.enum(["Starter", "Growth", "Unlimited"]).nullable(),
      Charge: ChargeData,
      TrialEnd: z.string().nullable().describe("End of the active charge's trial, ISO UTC, also if it is past"),
      IsWaived: z.boolean().describe("Support has waived the charge of this tier"),
      IsFrozen: z.boolean().describe("The store's bill is frozen, and with it the approved charge of this tier"),
      StillPays: z.string().nullable().describe("Price of another tier's charge that the shop still pays"),
      Limits: Counts,
      Used: Counts,
    }),
    handler: async (_input, { caller }) => {
      const shop = await loadAuthorizedShop(deps, caller.tenant);
      const { state } = await deps.runner.load(workspaceDecider, caller.tenant);
      const { activeCharge, pendingCharge, endedCharge } = shop;
      const tier = shop.tier?.tier ?? null;
      const isPaid = activeCharge?.tier === tier;
      return {
        Tier: tier,
        Charge: toChargeState(shop),
        TrialEnd: findTrialEnd(shop),
        IsWaived: tier !== null && shop.chargeWaived === tier,
        IsFrozen: !activeCharge && !pendingCharge && endedCharge?.tier === tier && endedCharge?.status === "FROZEN",
        StillPays: activeCharge && !isPaid ? activeCharge.price : null,
        Limits: toCounts(getShopQuotas(shop)),
        Used: {
          Reports: designKind.listed(state).length,
          Filters: filterKind.listed(state).length,
          Automations: automationKind.listed(state).length,
        },
      };
    },
  });
