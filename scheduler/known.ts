import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import type { RunState } from "#domain/run/state.ts";

/**
 * What is known of a run without asking, as its claim was written just now. What is wrong of it the next append finds out, since it counts only
 * upon the version that it was decided on.
 */
export type Known = { ledger?: LedgerState; run?: RunState; input?: FrozenInput };

/** Nothing: streams are read. */
export const lookAgain: Known = {};
