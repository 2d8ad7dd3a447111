import { z } from "zod";
import { ApiError } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { safeRedirectPath } from "#application/http/safe-redirect-path.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { optionalScopes } from "#domain/columns/optional-scopes.ts";
import { catalogueScopes } from "#domain/columns/permissions.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { AskPermissionsPayload, Permissions } from "#domain/wire/account/account.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createConsentUrl } from "./consent.ts";

/** Optional scopes that a shop has granted; none if Sheaf isn't installed there. */
export const readGrantedScopes = async (
  { shopNames, runner }: Pick<CommandApiDeps, "shopNames" | "runner">,
  shop: string,
): Promise<string[]> => {
  const tenant = await shopNames.findTenant(shop);
  if (tenant === undefined) return [];
  const { state } = await runner.load(shopDecider, tenant);
  return state.status === "authorized" ? optionalScopes.filter((scope) => state.scopes.includes(scope)) : [];
};

export const permissionsRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "account/permissions",
    summary: "The scopes that the shop has granted, as of its last login",
    description: "Shows which columns can be filled. Columns that need more say so in data/columns.",
    access: "account",
    data: Permissions,
    handler: async (_input, { caller }) => ({ Granted: [...(await loadAuthorizedShop(deps, caller.tenant)).scopes] }),
  });

const refused = (message: string, details: string) =>
  new ApiError({ status: 400, code: "bad-request", message, details });

/** Requests more scopes from the platform, and returns the merchant to their page. */
export const askPermissionsRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/ask-permissions",
    summary: "The address on the store platform where the shop consents to what a column needs",
    description:
      "Only scopes that some column needs can be asked for. ReturnUrl is the path within Sheaf to return to.",
    access: "account",
    isLogIn: true,
    body: AskPermissionsPayload,
    data: z.string(),
    handler: async ({ body }, call) => {
      const strange = body.Scopes.filter((scope) => !catalogueScopes.has(scope));
      if (strange.length > 0) throw refused("Sheaf can't ask for this permission", "No column needs it.");
      const returnUrl = safeRedirectPath(deps.config.APP_URL, body.ReturnUrl);
      if (returnUrl === null)
        throw refused("Sheaf can't return to this address", "The return address must be a path within Sheaf.");
      return createConsentUrl(deps, call, {
        shop: call.caller.shop,
        returnUrl,
        further: [...(await readGrantedScopes(deps, call.caller.shop)), ...body.Scopes],
      });
    },
  });
