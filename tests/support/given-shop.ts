import { isRefusal } from "#domain/core/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { featuresOf } from "#domain/shop/features.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { CommandRunner } from "#infra/app/command-runner-types.ts";

type Naked<C> = C extends unknown ? Omit<C, "context"> : never;

const profile = {
  platformId: "1",
  name: "Aurora",
  emailRef: "email",
  myshopifyDomain: "aurora-demo.myshopify.com",
  ianaTimezone: "Europe/Athens",
  currencyCode: "EUR",
  moneyFormat: "{{amount}} EUR",
  weightUnit: "KILOGRAMS",
  taxesIncluded: false,
  plan: "Advanced",
  primaryLocale: "el",
};

/** A shop in Athens that has passed every gate, with a report design of two columns and a filter. */
export const givenShopInAthens = async (
  runner: Pick<CommandRunner, "execute">,
  tenant: string,
  shop: string,
): Promise<void> => {
  const request = { tenant, actor: { kind: "merchant" }, correlation: "given" } as const;
  const onShop = async (command: Naked<ShopCommand>) => {
    const make = (context: ShopCommand["context"]) => ({ ...command, context }) as ShopCommand;
    const result = await runner.execute(shopDecider, tenant, make, request);
    if (isRefusal(result)) throw new Error(result.message);
  };
  const onWorkspace = async (command: Naked<WorkspaceCommand>) => {
    const make = (context: WorkspaceCommand["context"]) => ({ ...command, context }) as WorkspaceCommand;
    const result = await runner.execute(workspaceDecider, tenant, make, request);
    if (isRefusal(result)) throw new Error(result.message);
  };
  const subscriptionId = "subscription";
  const confirmationUrl = "https://x.example";
  await onShop({ type: "InstallShop", tenant, shop });
  await onShop({ type: "AuthorizeShop", scopes: ["read_orders"], profile });
  await onShop({ type: "SelectTier" });
  await onShop({ type: "RequestCharge", subscriptionId, price: "1", currency: "USD", confirmationUrl });
  await onShop({ type: "ActivateCharge", subscriptionId });
  const features = featuresOf({ flags: [], allowExperimental: false });
  await onWorkspace({ type: "CreateReportDesign", maxReports: 10, columns: ["OrderNum", "OrderDate"], features });
  await onWorkspace({ type: "CreateFilter", maxFilters: 10 });
};
