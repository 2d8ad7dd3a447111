import type { SaveState } from "./save-queue.ts";

/** Joint state of several queues: work under way before failures, and those before idleness. */
export const combineSaveStates = (states: readonly SaveState[]): SaveState =>
  (["saving", "waiting", "error"] as const).find((state) => states.includes(state)) ?? "none";
