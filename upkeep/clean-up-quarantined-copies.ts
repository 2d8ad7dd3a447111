import { quarantineRetentionMs } from "#infra/ports/stores/quarantined-copies.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Cleanup } from "./run-cleanup.ts";

type Needs = Pick<UpkeepDeps, "quarantinedCopies" | "clock" | "log">;

/** Removes all set-aside stores before an erasure is recorded: they may hold the erased data, and can't be searched. */
export const removeQuarantinedCopies = async ({ quarantinedCopies, log }: Omit<Needs, "clock">): Promise<void> => {
  const copies = await quarantinedCopies.remove();
  if (copies.length > 0) log.warn({ copies }, "Stores that had been set aside were removed by an erasure.");
};

/** Removes stores a week after they were set aside (ADR 47). */
export const createQuarantinedCopiesCleanup = ({ quarantinedCopies, clock, log }: Needs): Cleanup => ({
  atStart: true,
  async round() {
    const copies = await quarantinedCopies.remove({ before: new Date(clock.wall().getTime() - quarantineRetentionMs) });
    if (copies.length > 0) log.warn({ copies }, "Stores that were set aside over a week ago were removed.");
  },
  failed: "Stores that were set aside could not be removed.",
});
