import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import type { RunState } from "#domain/run/state.ts";

/** State from the claim. The next append's version check catches stale state. */
export type OptimisticState = { ledger?: LedgerState; run?: RunState; input?: FrozenInput };

/** Nothing known: streams are read. */
export const nothingLoaded: OptimisticState = {};
