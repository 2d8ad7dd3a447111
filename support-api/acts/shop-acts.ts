import { z } from "zod";
import type { ActChange, SupportAct } from "#domain/console/acts.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { shopFlags } from "#domain/shop/features.ts";
import { getShopQuotas, maxSettableQuota } from "#domain/shop/quotas.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { describeQuotas, formatQuotaCount, quotaKinds } from "#domain/tiers/quota-text.ts";
import { getQuotas, type Quotas, type Tier, tiers } from "#domain/tiers/tiers.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { countUses } from "../resources/current-shop.ts";
import { createActRoute, createActSchema, refuseNoOp } from "./act-route.ts";

type ShopAct<Body> = {
  verb: string;
  act: SupportAct;
  body: z.ZodType<Body>;
  command(asked: Body): WithoutContext<ShopCommand>;
  refuseNoChange(shop: AuthorizedShop, asked: Body): Refusal;
  change(shop: AuthorizedShop, asked: Body): ActChange & { about?: string };
  /** Refuses beyond the shop's own rules. */
  refuseMore?(tenant: string, asked: Body): Promise<Refusal | undefined>;
};

const notConnected = refuse(
  "rule",
  "The shop isn't connected: its owner hasn't consented yet, or has uninstalled Sheaf. There is nothing to change now.",
);

/** Route of an admin's change. The rules are in the decider (domain/shop/support-changes.ts). */
const shopRoute = <Body extends { act: string; reason: string }>(
  deps: ConsoleDeps,
  { verb, act, body, command, refuseNoChange, change, refuseMore }: ShopAct<Body>,
): ConsoleRoute => {
  const { runner, clock } = deps;
  return createActRoute(deps, {
    path: `shops/:id/${verb}`,
    needs: "admin",
    act,
    body,
    find: async (tenant) => {
      const { state } = await runner.load(shopDecider, tenant);
      return state.status === "unknown" ? undefined : { tenant, state };
    },
    judge: async ({ tenant, state }, input) => {
      if (state.status !== "authorized") return notConnected;
      const context = { instant: clock.now().toISOString(), newId: String };
      const decided = shopDecider.decide({ ...command(input), context }, state);
      if (isRefusal(decided)) return decided;
      if (decided.length === 0) return refuseNoChange(state, input);
      return (await refuseMore?.(tenant, input)) ?? { about: null, ...change(state, input) };
    },
    perform: async ({ tenant }, input, request) => {
      const result = await runner.execute(
        shopDecider,
        tenant,
        (context): ShopCommand => ({ ...command(input), context }),
        request,
      );
      return isRefusal(result) ? result : {};
    },
  });
};

const tierField = z.enum(Object.keys(tiers) as [Tier, ...Tier[]]);
const quota = z.int().min(0).max(maxSettableQuota);
const quotasField = z.strictObject({ reports: quota, filters: quota, automations: quota });
const flagField = z.enum(shopFlags);

const describeOverride = (override: boolean | null): string =>
  override === null ? "as the settings say" : override ? "on" : "off";

/**
 * `change-tier`: null is the plan's tier. A tier with another price is charged at the next login, unless `waive` is
 * set.
 */
const changeTierRoute = (deps: ConsoleDeps): ConsoleRoute =>
  shopRoute(deps, {
    verb: "change-tier",
    act: "change-tier",
    body: createActSchema({ seen: tierField.nullable(), tier: tierField.nullable(), waive: z.boolean() }),
    command: ({ seen, tier, waive }) => ({ type: "ChangeTier", seen, tier, waive }),
    refuseNoChange: ({ tier }) =>
      refuseNoOp(
        `The tier is ${tier?.tier} already, ${tier?.by === "support" ? "set by support" : "as the store's plan says"}.`,
        "Choose another tier.",
      ),
    change: (shop, { tier, waive }) => ({
      from: shop.tier?.tier ?? "none",
      to: `${tier ?? "that of the plan"}${waive ? ", charge waived" : ""}`,
    }),
  });

const waiveChargeRoute = (deps: ConsoleDeps): ConsoleRoute =>
  shopRoute(deps, {
    verb: "waive-charge",
    act: "waive-charge",
    body: createActSchema({ seen: tierField.nullable() }),
    command: ({ seen }) => ({ type: "WaiveCharge", seen }),
    refuseNoChange: ({ chargeWaived }) => refuseNoOp(`The charge for ${chargeWaived} is waived already.`),
    change: ({ tier }) => ({ from: null, to: tier?.tier ?? null }),
  });

const endWaiverRoute = (deps: ConsoleDeps): ConsoleRoute =>
  shopRoute(deps, {
    verb: "end-waiver",
    act: "end-waiver",
    body: createActSchema({}),
    command: () => ({ type: "EndWaiver" }),
    refuseNoChange: () => refuseNoOp("No charge of this shop is waived."),
    change: ({ chargeWaived }) => ({ from: null, to: chargeWaived }),
  });

/** Refuses quotas below the shop's use: the merchant could unexpectedly add nothing. */
const refuseBelowUse = (quotas: Quotas, uses: Quotas): Refusal | undefined => {
  const below = quotaKinds.filter((kind) => quotas[kind] < uses[kind]);
  if (below.length === 0) return undefined;
  const has = below.map((kind) => formatQuotaCount(kind, uses[kind])).join(" and ");
  return refuse("rule", `The shop has ${has} now. Choose at least as many, or ask the merchant to delete some first.`);
};

/** `change-quotas`: null is the tier's quotas, even below use. The merchant then loses nothing but cannot add more. */
const changeQuotasRoute = (deps: ConsoleDeps): ConsoleRoute =>
  shopRoute(deps, {
    verb: "change-quotas",
    act: "change-quotas",
    body: createActSchema({ seen: quotasField, quotas: quotasField.nullable() }),
    command: ({ seen, quotas }) => ({ type: "ChangeQuotas", seen, quotas }),
    refuseNoChange: (_shop, { quotas }) =>
      quotas === null
        ? refuseNoOp("The quotas are those of the tier already.")
        : refuseNoOp(`The quotas are ${describeQuotas(quotas)} already.`, "Change at least one of them."),
    change: (shop, { quotas }) => ({
      from: describeQuotas(getShopQuotas(shop)),
      to: quotas === null ? `those of the tier: ${describeQuotas(getQuotas(shop.tier?.tier))}` : describeQuotas(quotas),
    }),
    refuseMore: async (tenant, { quotas }) =>
      quotas === null ? undefined : refuseBelowUse(quotas, await countUses(deps, tenant)),
  });

/** `change-flag`: null is the installation's setting. */
const changeFlagRoute = (deps: ConsoleDeps): ConsoleRoute =>
  shopRoute(deps, {
    verb: "change-flag",
    act: "change-flag",
    body: createActSchema({ flag: flagField, seen: z.boolean().nullable(), value: z.boolean().nullable() }),
    command: ({ flag, seen, value }) => ({ type: "ChangeFlag", flag, seen, value }),
    refuseNoChange: (_shop, { flag, value }) =>
      refuseNoOp(`The flag ${flag} is ${describeOverride(value)} already.`, "Choose something else for it."),
    change: (_shop, { flag, seen, value }) => ({
      about: flag,
      from: describeOverride(seen),
      to: describeOverride(value),
    }),
  });

/** Admins' changes to a shop. The same or the opposite action undoes each. */
export const shopRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  changeTierRoute(deps),
  waiveChargeRoute(deps),
  endWaiverRoute(deps),
  changeQuotasRoute(deps),
  changeFlagRoute(deps),
];
