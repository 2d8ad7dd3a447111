import { z } from "zod";
import { PlatformError } from "../../ports/store-platform.ts";
import { createAccessDeniedError } from "./classify-response.ts";

/**
 * Scopes requested at install: for columns and filters, and for the shop's language, by which texts are ordered.
 */
export const requestedScopes: readonly string[] = [
  "read_orders",
  "read_all_orders",
  "read_customers",
  "read_products",
  "read_inventory",
  "read_locations",
  "read_merchant_managed_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "read_locales",
];

/** A granted `write_x` includes `read_x`. */
export const missingScopes = (requested: readonly string[], granted: readonly string[]): string[] => {
  const held = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, "read_")]));
  return requested.filter((scope) => !held.has(scope));
};

/**
 * Ensures that we see all orders. Without `read_all_orders` the platform silently leaves out orders older than 60 days,
 * so every query about orders asks for the scopes too.
 * @throws {PlatformError} access-denied naming the missing one, or unexpected-answer without scopes in the response
 */
export const assertSeesAllOrders = (data: { currentAppInstallation?: unknown }): void => {
  const parsed = Installation.safeParse(data.currentAppInstallation);
  if (!parsed.success)
    throw new PlatformError(
      "unexpected-answer",
      "The store platform did not say what Sheaf may read. Try again later.",
      "currentAppInstallation.accessScopes",
    );
  const granted = parsed.data.accessScopes.map(({ handle }) => handle);
  const missing = missingScopes(["read_all_orders"], granted);
  if (missing.length > 0) throw createAccessDeniedError(missing.join(", "));
};

/** Field of every document about orders, for {@link assertSeesAllOrders}. */
export const scopesField = "currentAppInstallation { accessScopes { handle } }";

/** Cost of {@link scopesField}, points. */
export const scopesCost = 2;

const Installation = z.object({ accessScopes: z.array(z.object({ handle: z.string() })) });
