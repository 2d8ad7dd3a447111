import {
  forgetFrozenInput,
  proveInput,
  type UnprovedInput,
  unprovedInputs,
} from "#application/exports/freeze-input.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Sweep } from "./run-sweeper.ts";

type Needs = Pick<UpkeepDeps, "stateStore" | "runner" | "log">;

const isAsked = async ({ runner }: Needs, { exportId, inputHash }: UnprovedInput): Promise<boolean> => {
  const { state } = await runner.load(exportDecider, exportId);
  return state.status !== "unknown" && state.facts.inputHash === inputHash;
};

/**
 * Removes frozen inputs without an export, left by concurrent repeats or by a process that died before the append.
 * Judges them in the second round that finds them: appends take seconds. Wall time plays no part.
 */
export const inputSweep = (needs: Needs): Sweep => {
  const { stateStore, log } = needs;
  let met = new Set<string>();
  return {
    async round(signal) {
      const found = await unprovedInputs(stateStore);
      const removed: string[] = [];
      for (const input of found.filter(({ inputHash }) => met.has(inputHash))) {
        signal.throwIfAborted();
        if (await isAsked(needs, input)) await proveInput(stateStore, input);
        else if (await forgetFrozenInput(stateStore, input)) removed.push(input.exportId);
      }
      met = new Set(found.map(({ inputHash }) => inputHash));
      if (removed.length > 0) log.info({ exports: removed }, "Inputs that no export came of were removed.");
    },
    failed: "Inputs that no export came of could not be removed.",
  };
};
