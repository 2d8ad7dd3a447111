import type { Call } from "#application/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { setLoginCookie } from "./login-cookie.ts";
import { createNonce } from "./nonces.ts";

const callbackUrl = (appUrl: string): string => `${appUrl}/account/login-callback`;

/** Hashes the browser's secret, to be stored with a nonce. */
export const hashSecret = ({ vault }: Pick<CommandApiDeps, "vault">, secret: string): string =>
  vault.sign("login-browser", secret);

type Consent = {
  shop: string;
  returnUrl: string | null;
  /** Scopes beyond those of every shop. */
  further: readonly string[];
};

/** Address on the platform for the merchant's consent. */
export const createConsentUrl = async (
  deps: CommandApiDeps,
  call: Call,
  { shop, returnUrl, further }: Consent,
): Promise<string> =>
  deps.platform.buildAuthorizeUrl({
    shop,
    state: await createNonce(deps, { shop, returnUrl, browser: hashSecret(deps, setLoginCookie(deps, call)) }),
    redirectUri: callbackUrl(deps.config.APP_URL),
    further,
  });
