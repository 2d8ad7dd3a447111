import { type Call, route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { toAuthorizedKey } from "#application/session/authorized-at.ts";
import { addressesFor } from "#application/webhooks/addresses.ts";
import { registerOrderWebhooks } from "#application/webhooks/register-order-webhooks.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopProfileFacts } from "#domain/shop/events.ts";
import { LoginCallbackPayload } from "#domain/wire/account/account.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { CommandApiDeps } from "../deps.ts";
import { ensureSystemFilters } from "../filters/system-filters.ts";
import { createLoginResponse } from "./account-data.ts";
import { createAccountStepError, withAccountStepError } from "./account-step-error.ts";
import { ensureCharge, executeOnShop, syncCharges } from "./charge.ts";
import { hashSecret } from "./consent.ts";
import { readLoginCookie } from "./login-cookie.ts";
import { consumeNonce } from "./nonces.ts";
import { LoginResponseData } from "./schemas.ts";
import { parseShopHost } from "./shop-name.ts";
import { findSignatureFault, toSignedQuery } from "./signed-query.ts";

/** Finds the tenant; a missing or erased shop gets a new one (D-3). */
const tenantFor = async ({ shopNames, runner }: CommandApiDeps, shop: string): Promise<string> => {
  const tenant = await shopNames.claim(shop);
  const { state } = await runner.load(shopDecider, tenant);
  return state.status === "erased" ? shopNames.claim(shop, tenant) : tenant;
};

/** Reads the profile; the e-mail address goes to the vault. */
const profileFacts = async ({ platform, vault }: CommandApiDeps, access: ShopAccess): Promise<ShopProfileFacts> => {
  const { email, ...facts } = await platform.fetchShopProfile(access);
  const emailRef = await vault.put(email, { owner: access.tenant, reference: `shop-email:${access.tenant}` });
  return { ...facts, emailRef };
};

/** Installs the shop. If it is erased during the login, nothing stays, and the next login gets a new tenant. */
const install = async (
  deps: CommandApiDeps,
  call: Call,
  { tenant, shop }: ShopAccess,
  scopes: string[],
  profile: ShopProfileFacts,
) => {
  try {
    await executeOnShop(deps, call, tenant, { type: "InstallShop", tenant, shop });
    await deps.state.put(toAuthorizedKey(tenant), deps.clock.wall().toISOString());
    return assertAuthorizedShop(await executeOnShop(deps, call, tenant, { type: "AuthorizeShop", scopes, profile }));
  } catch (error) {
    const { state } = await deps.runner.load(shopDecider, tenant);
    if (state.status === "erased") {
      await deps.platform.forgetTokens(tenant);
      await deps.vault.eraseOwner(tenant);
      await deps.state.delete(toAuthorizedKey(tenant));
    }
    throw error;
  }
};

const admit = async (deps: CommandApiDeps, call: Call, access: ShopAccess, code: string) => {
  const { tenant } = access;
  const scopes = await deps.platform.exchangeCode(access, code);
  const profile = await profileFacts(deps, access);
  const state = await install(deps, call, access, scopes, profile);
  await deps.platform.registerWebhooks(access, addressesFor(deps, tenant));
  await registerOrderWebhooks({ ...deps, log: call.log }, access);
  await ensureSystemFilters(deps, call, tenant);
  return ensureCharge(deps, call, await syncCharges(deps, call, state));
};

/** Completes a login. Checks in the order of P-1.1 step 4, all before the first request to the platform. */
export const loginCallbackRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/loginCallback",
    summary: "Completes a login with what the store platform sent back",
    description:
      "Checks signature, age, state and browser before the platform is asked for a token. The browser must be the one that called account/login. LoginAction says which gate comes next.",
    refuses: ["rule", "not-allowed"],
    access: "anonymous",
    isLogIn: true,
    body: LoginCallbackPayload,
    data: LoginResponseData,
    answersToken: true,
    handler: async ({ body }, call) => {
      const shop = parseShopHost(body.Shop);
      if (shop === undefined)
        throw createAccountStepError("FeAuth-002", 403, "This is not a shop on the store platform.");
      const { Code: code, Hmac: hmac, Host: host, State: state, Timestamp: timestamp } = body;
      const query = toSignedQuery({ code, hmac, host, shop: body.Shop, state, timestamp }, body.Query);
      const reason = findSignatureFault(deps, [query], timestamp);
      if (reason !== undefined) throw createAccountStepError("FeAuth-002", 403, reason);
      const nonce = await consumeNonce(deps.state, state, shop);
      if (!nonce) throw createAccountStepError("FeAuth-002", 403, "This login was already used or took too long.");
      if (nonce.browser !== hashSecret(deps, readLoginCookie(call)))
        throw createAccountStepError(
          "FeAuth-002",
          403,
          `This login began in another browser. Start again at ${deps.config.APP_URL}.`,
        );
      return withAccountStepError("FeAuth-002", async () => {
        const access = { tenant: await tenantFor(deps, shop), shop, signal: call.signal };
        // The epoch is read first, so that an uninstall from here on ends the response's token.
        const epoch = await deps.sessions.readEpoch(access.tenant);
        const account = await admit(deps, call, access, code);
        const answer = await createLoginResponse(deps, account, await deps.sessions.issue({ ...access, epoch }));
        return { ...answer, ReturnUrl: nonce.returnUrl };
      });
    },
  });
