import { z } from "zod";
import { LoginPayload } from "#domain/wire/account.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { keepNonce } from "./nonces.ts";
import { typedShopName } from "./shop-name.ts";

/** Where the platform sends the merchant back to. */
export const callbackUrl = (appUrl: string): string => `${appUrl}/account/login-callback`;

/** The address on the platform where the merchant consents. */
export const consentUrl = async (deps: CommandApiDeps, shop: string, returnUrl: string | null): Promise<string> =>
  deps.platform.authorizeUrl({
    shop,
    state: await keepNonce(deps, { shop, returnUrl }),
    redirectUri: callbackUrl(deps.config.APP_URL),
  });

export const loginRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/login",
    summary: "The address on the store platform where a shop logs in",
    access: "anonymous",
    limited: true,
    body: LoginPayload,
    data: z.string(),
    handler: ({ body }) => consentUrl(deps, typedShopName(body.ShopName), null),
  });
