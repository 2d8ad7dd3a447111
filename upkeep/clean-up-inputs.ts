import {
  confirmInput,
  forgetFrozenInput,
  listUnconfirmedInputs,
  type UnconfirmedInput,
} from "#application/exports/freeze-input.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Cleanup } from "./run-cleanup.ts";

type Needs = Pick<UpkeepDeps, "stateStore" | "runner" | "log">;

const isRequested = async ({ runner }: Needs, { exportId, inputHash }: UnconfirmedInput): Promise<boolean> => {
  const { state } = await runner.load(exportDecider, exportId);
  return state.status !== "unknown" && state.facts.inputHash === inputHash;
};

/**
 * Removes frozen inputs without an export, left by concurrent repeats or a death before the append. Judges them in the
 * second round, as appends take seconds. Wall time plays no part.
 */
export const createInputCleanup = (needs: Needs): Cleanup => {
  const { stateStore, log } = needs;
  let seenBefore = new Set<string>();
  return {
    async round(signal) {
      const found = await listUnconfirmedInputs(stateStore);
      const removed: string[] = [];
      for (const input of found.filter(({ inputHash }) => seenBefore.has(inputHash))) {
        signal.throwIfAborted();
        if (await isRequested(needs, input)) await confirmInput(stateStore, input);
        else if (await forgetFrozenInput(stateStore, input)) removed.push(input.exportId);
      }
      seenBefore = new Set(found.map(({ inputHash }) => inputHash));
      if (removed.length > 0) log.info({ exports: removed }, "Inputs that no export used were removed.");
    },
    failed: "Inputs that no export used could not be removed.",
  };
};
