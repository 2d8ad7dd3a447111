import type { Ids } from "#infra/ports/ids.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/**
 * Random id of this state store, created at the first login. Repairs delete it to end all tokens and support sessions,
 * since logouts and uninstalls may be lost.
 */
export const tokenEraKey = "token-era";

/** Reads the era; undefined before the first login. */
export const readEra = async (state: Pick<StateStore, "get">): Promise<string | undefined> =>
  (await state.get<string>(tokenEraKey))?.value;

export const ensureEra = async ({ state, ids }: { state: StateStore; ids: Ids }): Promise<string> => {
  for (;;) {
    const era = await readEra(state);
    if (era !== undefined) return era;
    try {
      await state.put(tokenEraKey, ids.uuid(), { ifVersion: 0 });
    } catch (error) {
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};
