import { z } from "zod";
import { LoginPayload } from "#domain/wire/account.ts";
import { type Call, route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { markBrowser } from "./login-browser.ts";
import { keepNonce } from "./nonces.ts";
import { typedShopName } from "./shop-name.ts";

/** Where the platform sends the merchant back to. */
export const callbackUrl = (appUrl: string): string => `${appUrl}/account/login-callback`;

/** What a nonce remembers of a browser's secret. */
export const hashOf = ({ vault }: Pick<CommandApiDeps, "vault">, secret: string): string =>
  vault.sign("login-browser", secret);

/** The address on the platform where the merchant consents. */
export const consentUrl = async (
  deps: CommandApiDeps,
  call: Call,
  shop: string,
  returnUrl: string | null,
): Promise<string> =>
  deps.platform.authorizeUrl({
    shop,
    state: await keepNonce(deps, { shop, returnUrl, browser: hashOf(deps, markBrowser(deps, call)) }),
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
    handler: ({ body }, call) => consentUrl(deps, call, typedShopName(body.ShopName), null),
  });
