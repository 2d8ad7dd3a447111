import { StoreUnwritable } from "../../ports/busy.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ShopAccess } from "../../ports/store-platform.ts";
import type { StateStore } from "../../ports/stores/state-store.ts";
import { takeLease } from "../../ports/stores/take-lease.ts";
import { unlessAborted } from "../../ports/unless-aborted.ts";
import type { Tools } from "../options.ts";
import type { GrantOutcome, Grants } from "./grants.ts";
import { createPatience } from "./patience.ts";
import type { TokenStore, Tokens } from "./token-store.ts";
import { reconnectNeeded } from "./verdict.ts";

export type TokenKeeper = {
  /** A token good for the next minutes. @throws {PlatformError} reconnect-needed, unavailable */
  current(access: ShopAccess): Promise<Tokens>;
  /** The token after one that the platform refused: fetched by another process already, or now. */
  after(access: ShopAccess, refused: Tokens): Promise<Tokens>;
};

/** ms before its end at which a token is refreshed. */
const refreshBefore = 5 * 60_000;
/** ms a token must have left to serve when a refresh is not to be had. */
const stillUsable = 60_000;
/** Longer than one refresh request can take; after it the holder counts as dead. */
const leaseFor = 60_000;
const pollEvery = 100;

/**
 * Sees to fresh tokens with one refresh at a time over all processes: under the lease `token-lease:{tenant}`, and written with
 * compare-and-set before the first use, so that a late writer never puts a dead pair over a living one.
 */
export const createTokenKeeper = (
  tokens: TokenStore,
  grants: Grants,
  stateStore: StateStore,
  clock: Clock,
  tools: Tools,
): TokenKeeper => {
  const leftOf = (token: Tokens): number =>
    token.expiresAt === undefined ? Number.POSITIVE_INFINITY : token.expiresAt - clock.wall().getTime();

  const mustRead = async (access: ShopAccess): Promise<Tokens> => {
    const token = await tokens.read(access.tenant);
    if (!token) throw reconnectNeeded("there are no tokens");
    return token;
  };

  /** Whatever takes the place of `stale`; `stale` itself when it `maySuffice` and there is nothing newer to be had at once. */
  const replaced = async (access: ShopAccess, stale: Tokens, maySuffice: boolean): Promise<Tokens> => {
    const { signal } = access;
    const patience = createPatience(tools, access.shop);
    for (;;) {
      signal.throwIfAborted();
      const token = await mustRead(access);
      if (token.secret !== stale.secret) return token;
      const lease = await takeLease(stateStore, {
        key: `token-lease:${access.tenant}`,
        leaseFor,
        clock,
      }).catch((error: unknown) => {
        // Nothing is asked for that could not be kept: the platform would have replaced a token that we then lose.
        if (maySuffice && error instanceof StoreUnwritable) return undefined;
        throw error;
      });
      if (lease === undefined) {
        if (maySuffice) return stale;
        await tools.sleep(pollEvery * (1 + tools.random()), signal);
        continue;
      }
      // Not given the signal: a refresh cut short would throw the new pair away. It goes on by itself, under its lease.
      const outcome = await unlessAborted(refreshUnder(access, stale).finally(lease.release), signal);
      if (outcome.kind === "granted") continue;
      if (outcome.kind === "refused") throw outcome.error;
      if (maySuffice) {
        tools.logger.warn(
          { shop: access.shop, reason: outcome.again.reason },
          "token not refreshed yet, the old one still serves",
        );
        return stale;
      }
      await patience.wait(outcome.again, signal);
    }
  };

  const refreshUnder = async (access: ShopAccess, stale: Tokens): Promise<GrantOutcome | Done> => {
    const overtaken = async () => (await tokens.peek(access.tenant))?.secret !== stale.secret;
    // The lease may have come free because another process has just finished.
    if (await overtaken()) return { kind: "granted" };
    if (stale.refreshToken === undefined)
      return { kind: "refused", error: reconnectNeeded("the token cannot be refreshed") };
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
    after: (access, refused) => replaced(access, refused, false),
  };
};

/** Somebody's new tokens are in the store. */
type Done = { kind: "granted" };
