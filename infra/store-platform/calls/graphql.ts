import type { JsonObject } from "../../ports/json.ts";
import { maxUnreadOrders, type ShopAccess, TooManyUnread } from "../../ports/store-platform.ts";
import { PartialFailure } from "../documents/partial-failure.ts";
import { logTruncated, truncateTexts } from "../documents/truncate-texts.ts";
import type { Tools } from "../options.ts";
import { classifyResponse, reconnectNeededError } from "./classify-response.ts";
import { postJson } from "./http.ts";
import type { Pacing } from "./pacing.ts";
import { createRetryPolicy, createUnavailableError } from "./retry-policy.ts";
import { toShopUrl } from "./shop-url.ts";
import type { TokenKeeper } from "./token-keeper.ts";
import type { Tokens } from "./token-store.ts";

type GraphqlRequest = {
  document: string;
  variables?: JsonObject;
  cost?: number;
  /** True for a request that is never sent again after a lost response. The caller checks if it was done. */
  isNonIdempotent?: boolean;
  /**
   * Tries while a response fails only within `partsAtMost` objects; then throws {@link PartialFailure}. Default: as for
   * other faults.
   */
  triesOfParts?: number;
  /**
   * Maximum number of objects that may fail in parts; more count as a fault of the platform, and throw {@link
   * TooManyUnread} if the same ones keep failing.
   */
  partsAtMost?: number;
  /** Tries while the same objects fail, if more than `partsAtMost`. */
  triesOfSameParts?: number | undefined;
  /** Called with the number of cut texts, which are then not logged. */
  onCut?: ((texts: number) => void) | undefined;
};

type GraphqlAnswer = { data: JsonObject; requestedCost: number | undefined };

/**
 * Retries until there is a whole response, or no hope.
 * @throws {PlatformError} {TooCostly} {PartialFailure} {TooManyUnread}
 */
export type Graphql = (access: ShopAccess, request: GraphqlRequest) => Promise<GraphqlAnswer>;

/** A person waits, and such a fault rarely passes within seconds. */
const usualTriesOfSameParts = 3;
/** Upper estimate of points without connections. */
const usualCost = 20;

export const createGraphql = (
  options: { urlTemplate: string; apiVersion: string },
  keeper: TokenKeeper,
  pacing: Pacing,
  tools: Tools,
): Graphql => {
  return async (
    access,
    {
      document,
      variables = {},
      cost = usualCost,
      isNonIdempotent = false,
      triesOfParts = Number.POSITIVE_INFINITY,
      partsAtMost = maxUnreadOrders,
      triesOfSameParts = usualTriesOfSameParts,
      onCut,
    },
  ) => {
    const tell = onCut ?? ((texts: number) => logTruncated(tools.logger, access.shop, texts));
    const { signal } = access;
    const url = `${toShopUrl(options.urlTemplate, access.shop)}/admin/api/${options.apiVersion}/graphql.json`;
    const retries = createRetryPolicy(tools, access.shop);
    let refused: Tokens | undefined;
    let failedInParts = 0;
    let manyParts = { failed: "", times: 0 };
    for (;;) {
      await pacing.waitForBudget(access.shop, cost, signal);
      const token = refused ? await keeper.refreshAfter(access, refused) : await keeper.current(access);
      const headers = { "x-shopify-access-token": token.accessToken };
      const verdict = classifyResponse(await postJson(tools, url, { query: document, variables }, headers, signal));
      if (verdict.cost) pacing.recordCost(access.shop, verdict.cost);
      switch (verdict.kind) {
        case "data":
          tell(truncateTexts(verdict.data));
          return { data: verdict.data, requestedCost: verdict.cost?.requested };
        case "again":
          if (isNonIdempotent && verdict.again.throttled !== true) throw createUnavailableError(verdict.again.reason);
          if (verdict.again.places && verdict.again.places.objects <= partsAtMost) failedInParts += 1;
          else if (verdict.again.places) {
            const { objects, pathsByIndex, pathsByAlias } = verdict.again.places;
            const failed = [objects, ...(pathsByIndex ?? pathsByAlias ?? new Map<number, unknown>()).keys()].join();
            manyParts = { failed, times: failed === manyParts.failed ? manyParts.times + 1 : 1 };
            if (manyParts.times >= triesOfSameParts)
              throw new TooManyUnread(verdict.again.reason, verdict.again.places.paths);
          }
          if (verdict.again.places && failedInParts >= triesOfParts)
            throw new PartialFailure(verdict.again.reason, verdict.again.places);
          await retries.wait(verdict.again, signal);
          break;
        case "unauthorized":
          if (refused) throw reconnectNeededError("HTTP 401 with a fresh token");
          tools.logger.warn({ shop: access.shop }, "the store platform refused the token, refreshing it once");
          refused = token;
          break;
        case "failed":
          throw verdict.error;
      }
    }
  };
};
