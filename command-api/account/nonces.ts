import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

const lifetime = 10 * 60 * 1000;

type Nonce = {
  shop: string;
  returnUrl: string | null;
  /** Keyed hash of the browser's secret (`setLoginCookie`). */
  browser: string;
};

/** Creates a nonce for one consent of one shop, valid for 10 minutes. */
export const createNonce = async (
  { state, clock, ids }: { state: StateStore; clock: Clock; ids: Ids },
  nonce: Nonce,
): Promise<string> => {
  const secret = ids.secret(32);
  await state.put(`nonce:${secret}`, nonce, { ifVersion: 0, expiresAt: new Date(clock.wall().getTime() + lifetime) });
  return secret;
};

/** Consumes a nonce. Undefined if unknown, expired, used, or of another shop. */
export const consumeNonce = async (state: StateStore, secret: string, shop: string): Promise<Nonce | undefined> => {
  if (!/^[\w-]{1,200}$/.test(secret)) return undefined;
  const key = `nonce:${secret}`;
  const entry = await state.get<Nonce>(key);
  if (!entry) return undefined;
  try {
    if (!(await state.delete(key, { ifVersion: entry.version }))) return undefined;
  } catch (error) {
    // Another call used it.
    if (error instanceof StateConflict) return undefined;
    throw error;
  }
  return entry.value.shop === shop ? entry.value : undefined;
};
