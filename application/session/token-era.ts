import type { Ids } from "#infra/ports/ids.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/**
 * Names this state store among all that may stand in its place (an empty one, an older copy): a random text that the first log-in
 * makes. A repair forgets it, which ends every token and every session of support: what the store knew of log-outs and uninstalls may be lost.
 */
export const tokenEraKey = "token-era";

/** The present era; undefined before the first log-in. */
export const presentEra = async (state: Pick<StateStore, "get">): Promise<string | undefined> =>
  (await state.get<string>(tokenEraKey))?.value;

/** The present era, which the first who asks makes. */
export const makeEra = async ({ state, ids }: { state: StateStore; ids: Ids }): Promise<string> => {
  for (;;) {
    const era = await presentEra(state);
    if (era !== undefined) return era;
    try {
      await state.put(tokenEraKey, ids.uuid(), { ifVersion: 0 });
    } catch (error) {
      // Another log-in was faster; its era counts.
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};
