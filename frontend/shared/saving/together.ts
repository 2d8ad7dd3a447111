import type { SaveState } from "./save-queue.ts";

/** What one indicator says of several queues: what is under way comes before what has failed, and that before silence. */
export const together = (states: readonly SaveState[]): SaveState =>
  (["saving", "waiting", "error"] as const).find((state) => states.includes(state)) ?? "none";
