import type { Clock } from "../ports/clock.ts";
import { StateConflict, type StateStore } from "../ports/state-store.ts";
import type { ShopAccess } from "../ports/store-platform.ts";
import type { GrantOutcome, Grants } from "./grants.ts";
import type { Tools } from "./options.ts";
import { createPatience } from "./patience.ts";
import type { TokenStore, Tokens } from "./token-store.ts";
import { reconnectNeeded } from "./verdict.ts";

export type TokenKeeper = {
  /** A token good for the next minutes. @throws {PlatformError} reconnect-needed, unavailable */
  current(access: ShopAccess, signal?: AbortSignal): Promise<Tokens>;
  /** The token after one that the platform refused: fetched by another process already, or now. */
  after(access: ShopAccess, refused: Tokens, signal?: AbortSignal): Promise<Tokens>;
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
  const replaced = async (
    access: ShopAccess,
    stale: Tokens,
    maySuffice: boolean,
    signal?: AbortSignal,
  ): Promise<Tokens> => {
    const patience = createPatience(tools, access.shop);
    for (;;) {
      signal?.throwIfAborted();
      const token = await mustRead(access);
      if (token.secret !== stale.secret) return token;
      const lease = await takeLease(stateStore, access.tenant, clock);
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
    current: async (access, signal) => {
      const token = await mustRead(access);
      const left = leftOf(token);
      return left >= refreshBefore ? token : replaced(access, token, left >= stillUsable, signal);
    },
    after: (access, refused, signal) => replaced(access, refused, false, signal),
  };
};

/** Somebody's new tokens are in the store. */
type Done = { kind: "granted" };

const takeLease = async (
  stateStore: StateStore,
  tenant: string,
  clock: Clock,
): Promise<{ release(): Promise<void> } | undefined> => {
  const key = `token-lease:${tenant}`;
  try {
    const expiresAt = new Date(clock.wall().getTime() + leaseFor);
    const version = await stateStore.put(key, { since: clock.wall().toISOString() }, { ifVersion: 0, expiresAt });
    return { release: () => ignoreConflict(stateStore.delete(key, { ifVersion: version })) };
  } catch (error) {
    if (error instanceof StateConflict) return undefined;
    throw error;
  }
};

/** A lease that ran out belongs to somebody else by now; that is theirs to release. */
const ignoreConflict = async (done: Promise<unknown>): Promise<void> => {
  await done.catch((error) => {
    if (!(error instanceof StateConflict)) throw error;
  });
};

/** The promise's outcome, or the signal's reason as soon as it aborts; the work itself goes on to its end. */
const unlessAborted = <Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> => {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
};
