import type { Clock } from "../../ports/clock.ts";
import { StoreUnwritable } from "../../ports/store-errors.ts";
import type { ShopAccess } from "../../ports/store-platform.ts";
import { acquireLease } from "../../ports/stores/acquire-lease.ts";
import type { StateStore } from "../../ports/stores/state-store.ts";
import { unlessAborted } from "../../ports/unless-aborted.ts";
import type { Tools } from "../options.ts";
import { reconnectNeededError } from "./classify-response.ts";
import { createRetryPolicy } from "./retry-policy.ts";
import type { TokenGrantOutcome, TokenGrants } from "./token-grants.ts";
import type { TokenStore, Tokens } from "./token-store.ts";

export type TokenKeeper = {
  /**
   * Returns a token valid for the next minutes.
   * @throws {PlatformError} reconnect-needed, unavailable
   */
  current(access: ShopAccess): Promise<Tokens>;
  /** Returns newer tokens, refreshed by another process or now. */
  refreshAfter(access: ShopAccess, refused: Tokens): Promise<Tokens>;
};

/** Time before expiry at which a token is refreshed, ms. */
const refreshBefore = 5 * 60_000;
/** Remaining lifetime that suffices if a token can't be refreshed, ms. */
const stillUsable = 60_000;
/** Lease of a refresh, ms, longer than its request. After it the holder counts as dead. */
const leaseFor = 60_000;
const pollEvery = 100;

/**
 * One refresh at a time across all processes, under the lease `token-lease:{tenant}`. Tokens are written by
 * compare-and-set before their first use, so a late writer never replaces a valid pair with a dead one.
 */
export const createTokenKeeper = (
  tokens: TokenStore,
  grants: TokenGrants,
  stateStore: StateStore,
  clock: Clock,
  tools: Tools,
): TokenKeeper => {
  const leftOf = (token: Tokens): number =>
    token.expiresAt === undefined ? Number.POSITIVE_INFINITY : token.expiresAt - clock.wall().getTime();

  const mustRead = async (access: ShopAccess): Promise<Tokens> => {
    const token = await tokens.read(access.tenant);
    if (!token) throw reconnectNeededError("there are no tokens");
    return token;
  };

  /** Returns the successor of `stale`, or `stale` itself if it `maySuffice` and no successor can be had at once. */
  const replaced = async (access: ShopAccess, stale: Tokens, maySuffice: boolean): Promise<Tokens> => {
    const { signal } = access;
    const retries = createRetryPolicy(tools, access.shop);
    for (;;) {
      signal.throwIfAborted();
      const token = await mustRead(access);
      if (token.secret !== stale.secret) return token;
      const lease = await acquireLease(stateStore, {
        key: `token-lease:${access.tenant}`,
        leaseFor,
        clock,
      }).catch((error: unknown) => {
        // Never refresh without being able to store: the platform would replace a token, and we would lose the new one.
        if (maySuffice && error instanceof StoreUnwritable) return undefined;
        throw error;
      });
      if (lease === undefined) {
        if (maySuffice) return stale;
        await tools.sleep(pollEvery * (1 + tools.random()), signal);
        continue;
      }
      // An aborted refresh would lose the new pair. It continues under its lease.
      const outcome = await unlessAborted(refreshUnder(access, stale).finally(lease.release), signal);
      if (outcome.kind === "granted") continue;
      if (outcome.kind === "refused") throw outcome.error;
      if (maySuffice) {
        tools.logger.warn(
          { shop: access.shop, reason: outcome.again.reason },
          "token not refreshed yet, the old one still works",
        );
        return stale;
      }
      await retries.wait(outcome.again, signal);
    }
  };

  const refreshUnder = async (access: ShopAccess, stale: Tokens): Promise<TokenGrantOutcome | Done> => {
    const overtaken = async () => (await tokens.peek(access.tenant))?.secret !== stale.secret;
    // Another process may have just released the lease.
    if (await overtaken()) return { kind: "granted" };
    if (stale.refreshToken === undefined)
      return { kind: "refused", error: reconnectNeededError("the token cannot be refreshed") };
    const outcome = await grants.refresh(access, stale.refreshToken);
    if (outcome.kind === "granted") await tokens.write(access.tenant, outcome.grant, stale.version);
    return outcome.kind === "refused" && (await overtaken()) ? { kind: "granted" } : outcome;
  };

  return {
    current: async (access) => {
      const token = await mustRead(access);
      const left = leftOf(token);
      return left >= refreshBefore ? token : replaced(access, token, left >= stillUsable);
    },
    refreshAfter: (access, refused) => replaced(access, refused, false),
  };
};

type Done = { kind: "granted" };
