import { setTimeout as delay } from "node:timers/promises";
import { platformOrigins } from "../config/platform-origins.ts";
import { createHttpOut } from "../http-out/create-http-out.ts";
import { PlatformError, type ShopAccess, type StorePlatform } from "../ports/store-platform.ts";
import { beginBulk, cancelBulk, lookAtBulk } from "./bulk/operations.ts";
import { readBulkOrders } from "./bulk/orders.ts";
import { createGrants, type Grant } from "./calls/grants.ts";
import { createGraphql } from "./calls/graphql.ts";
import { createPacing } from "./calls/pacing.ts";
import { createPatience } from "./calls/patience.ts";
import { missingScopes, requestedScopes } from "./calls/scopes.ts";
import { shopAddress } from "./calls/shop-address.ts";
import { createShopCalls } from "./calls/shop-calls.ts";
import { matchesOneOf, queryDigest, webhookDigest } from "./calls/signatures.ts";
import { createTokenKeeper } from "./calls/token-keeper.ts";
import { createTokenStore } from "./calls/token-store.ts";
import { accessDenied } from "./calls/verdict.ts";
import { readAttributes } from "./documents/attributes.ts";
import { readExportOrders, readOrdersPart } from "./export-orders.ts";
import { readOrderPage } from "./listed-orders.ts";
import type { Sleep, StorePlatformOptions, Tools } from "./options.ts";
import { readSuggestions } from "./suggestions.ts";

const sleepForReal: Sleep = async (ms, signal) => {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
};

const silent = { debug: () => undefined, warn: () => undefined };

/** Its only state is the pacing of each shop (docs/adr/0003-own-platform-client.md). */
export const createStorePlatform = (options: StorePlatformOptions): StorePlatform => {
  const { urlTemplate, clientId, clientSecret, previousSecret, stateStore, vault, clock } = options;
  const scopes = options.scopes ?? requestedScopes;
  const tools: Tools = {
    clock,
    fetch: options.fetch ?? fetch,
    out: options.out ?? createHttpOut({ allowPrivate: false }),
    logger: options.logger ?? silent,
    onThrottled: options.onThrottled ?? (() => undefined),
    sleep: options.sleep ?? sleepForReal,
    random: options.random ?? Math.random,
    requestTimeout: options.requestTimeout ?? 30_000,
  };
  const secrets = previousSecret === undefined ? [clientSecret] : [clientSecret, previousSecret];
  const tokens = createTokenStore({ stateStore, vault, clock });
  const grants = createGrants(options, tools);
  const keeper = createTokenKeeper(tokens, grants, stateStore, clock, tools);
  const apiVersion = options.apiVersion ?? "2026-10";
  const graphql = createGraphql({ urlTemplate, apiVersion }, keeper, createPacing(tools), tools);

  const originsOf = ({ shop }: ShopAccess): string[] =>
    platformOrigins({ STORE_URL_TEMPLATE: urlTemplate, STORE_ASSET_ORIGINS: [...(options.assetOrigins ?? [])] }, shop);

  const exchange = async (access: ShopAccess, code: string): Promise<Grant> => {
    const patience = createPatience(tools, access.shop);
    for (;;) {
      const outcome = await grants.exchange(access, code);
      if (outcome.kind === "granted") return outcome.grant;
      if (outcome.kind === "refused") throw outcome.error;
      await patience.wait(outcome.again, access.signal);
    }
  };

  return {
    authorizeUrl: ({ shop, state, redirectUri, further = [] }) => {
      const query = new URLSearchParams({
        client_id: clientId,
        scope: [...new Set([...scopes, ...further])].join(","),
        redirect_uri: redirectUri,
        state,
      });
      return `${shopAddress(urlTemplate, shop)}/admin/oauth/authorize?${query}`;
    },
    verifyQuery: (query) =>
      matchesOneOf(
        query.hmac ?? "",
        secrets.map((secret) => queryDigest(secret, query)),
      ),
    verifyWebhook: (body, hmac) =>
      matchesOneOf(
        hmac,
        secrets.map((secret) => webhookDigest(secret, body)),
      ),
    exchangeCode: async (access, code) => {
      const grant = await exchange(access, code);
      const missing = missingScopes(scopes, grant.scopes);
      if (missing.length > 0) throw accessDenied(missing.join(", "));
      for (let tries = 0; tries < 10; tries += 1) {
        const version = (await tokens.peek(access.tenant))?.version ?? 0;
        if (await tokens.write(access.tenant, grant, version)) return grant.scopes;
      }
      throw new PlatformError("unavailable", "Somebody else is logging in to this shop right now. Try again.");
    },
    forgetTokens: (tenant) => tokens.forget(tenant),
    ...createShopCalls(graphql, tools.logger),
    orders: (access, request) => readExportOrders(graphql, access, request, tools.logger),
    bulk: {
      begin: (access, request, key) => beginBulk(graphql, access, request, { key, logger: tools.logger }),
      look: (access, ticket) => lookAtBulk(graphql, access, ticket, originsOf(access)),
      cancel: (access, ticket) => cancelBulk(graphql, access, ticket),
      orders: (access, ticket, room) =>
        readBulkOrders({ graphql, tools, origins: originsOf(access) }, access, ticket, room),
    },
    ordersPart: (access, request, after) => readOrdersPart(graphql, access, request, after, tools.logger),
    suggestions: (access) => readSuggestions(graphql, access),
    attributes: (access) => readAttributes(graphql, access),
    orderPage: (access, request) => readOrderPage(graphql, access, request),
  };
};
