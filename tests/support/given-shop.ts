import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { resolveFeatures } from "#domain/shop/features.ts";
import { merchantCommands } from "./merchant-commands.ts";

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
  const { onShop, onWorkspace } = merchantCommands(runner, tenant);
  const subscriptionId = "subscription";
  const confirmationUrl = "https://x.example";
  await onShop({ type: "InstallShop", tenant, shop });
  await onShop({ type: "AuthorizeShop", scopes: ["read_orders"], profile });
  await onShop({ type: "SelectTier" });
  await onShop({ type: "RequestCharge", subscriptionId, price: "1", currency: "USD", confirmationUrl });
  await onShop({ type: "ActivateCharge", subscriptionId });
  const features = resolveFeatures({ flags: [], allowExperimental: false });
  await onWorkspace({ type: "CreateReportDesign", maxReports: 10, columns: ["OrderNum", "OrderDate"], features });
  await onWorkspace({ type: "CreateFilter", maxFilters: 10 });
};
