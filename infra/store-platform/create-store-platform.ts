import { setTimeout as delay } from "node:timers/promises";
import { platformOrigins } from "../config/platform-origins.ts";
import { createOutboundHttp } from "../http-out/create-outbound-http.ts";
import { PlatformError, type ShopAccess, type StorePlatform } from "../ports/store-platform.ts";
import { cancelBulk, pollBulk, startBulk } from "./bulk/operations.ts";
import { readBulkOrders } from "./bulk/orders.ts";
import { createAccessDeniedError } from "./calls/classify-response.ts";
import { createGraphql } from "./calls/graphql.ts";
import { createPacing } from "./calls/pacing.ts";
import { createRetryPolicy } from "./calls/retry-policy.ts";
import { missingScopes, requestedScopes } from "./calls/scopes.ts";
import { createShopCalls } from "./calls/shop-calls.ts";
import { toShopUrl } from "./calls/shop-url.ts";
import { matchesOneOf, queryDigest, webhookDigest } from "./calls/signatures.ts";
import { createTokenGrants, type TokenGrant } from "./calls/token-grants.ts";
import { createTokenKeeper } from "./calls/token-keeper.ts";
import { createTokenStore } from "./calls/token-store.ts";
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

/** Creates the store platform. Its only state is the pacing of each shop (ADR 3). */
export const createStorePlatform = (options: StorePlatformOptions): StorePlatform => {
  const { urlTemplate, clientId, clientSecret, previousSecret, stateStore, vault, clock } = options;
  const scopes = options.scopes ?? requestedScopes;
  const tools: Tools = {
    clock,
    fetch: options.fetch ?? fetch,
    http: options.http ?? createOutboundHttp({ allowPrivate: false }),
    logger: options.logger ?? silent,
    onThrottled: options.onThrottled ?? (() => undefined),
    sleep: options.sleep ?? sleepForReal,
    random: options.random ?? Math.random,
    requestTimeout: options.requestTimeout ?? 30_000,
  };
  const secrets = previousSecret === undefined ? [clientSecret] : [clientSecret, previousSecret];
  const tokens = createTokenStore({ stateStore, vault, clock });
  const grants = createTokenGrants(options, tools);
  const keeper = createTokenKeeper(tokens, grants, stateStore, clock, tools);
  const apiVersion = options.apiVersion ?? "2026-10";
  const graphql = createGraphql({ urlTemplate, apiVersion }, keeper, createPacing(tools), tools);

  const originsOf = ({ shop }: ShopAccess): string[] =>
    platformOrigins({ STORE_URL_TEMPLATE: urlTemplate, STORE_ASSET_ORIGINS: [...(options.assetOrigins ?? [])] }, shop);

  const exchange = async (access: ShopAccess, code: string): Promise<TokenGrant> => {
    const retries = createRetryPolicy(tools, access.shop);
    for (;;) {
      const outcome = await grants.exchange(access, code);
      if (outcome.kind === "granted") return outcome.grant;
      if (outcome.kind === "refused") throw outcome.error;
      await retries.wait(outcome.again, access.signal);
    }
  };

  return {
    buildAuthorizeUrl: ({ shop, state, redirectUri, further = [] }) => {
      const query = new URLSearchParams({
        client_id: clientId,
        scope: [...new Set([...scopes, ...further])].join(","),
        redirect_uri: redirectUri,
        state,
      });
      return `${toShopUrl(urlTemplate, shop)}/admin/oauth/authorize?${query}`;
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
      if (missing.length > 0) throw createAccessDeniedError(missing.join(", "));
      for (let tries = 0; tries < 10; tries += 1) {
        const version = (await tokens.peek(access.tenant))?.version ?? 0;
        if (await tokens.write(access.tenant, grant, version)) return grant.scopes;
      }
      throw new PlatformError("unavailable", "Someone else is logging in to this shop right now. Try again.");
    },
    forgetTokens: (tenant) => tokens.forget(tenant),
    ...createShopCalls(graphql, tools.logger),
    streamOrders: (access, request) => readExportOrders(graphql, access, request, tools.logger),
    bulk: {
      start: (access, request, key) => startBulk(graphql, access, request, { key, logger: tools.logger }),
      poll: (access, ticket) => pollBulk(graphql, access, ticket, originsOf(access)),
      cancel: (access, ticket) => cancelBulk(graphql, access, ticket),
      readOrders: (access, ticket, room) =>
        readBulkOrders({ graphql, tools, origins: originsOf(access) }, access, ticket, room),
    },
    fetchOrdersPart: (access, request, after) => readOrdersPart(graphql, access, request, after, tools.logger),
    fetchSuggestions: (access) => readSuggestions(graphql, access),
    fetchAttributeNames: (access) => readAttributes(graphql, access),
    fetchOrderPage: (access, request) => readOrderPage(graphql, access, request),
  };
};
