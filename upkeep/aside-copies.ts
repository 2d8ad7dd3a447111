import { asideKeptFor } from "#infra/ports/stores/aside-copies.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Sweep } from "./run-sweeper.ts";

type Needs = Pick<UpkeepDeps, "asideCopies" | "clock" | "log">;

/**
 * Removes all set-aside stores. Called before an erasure is recorded: a copy may hold the erased data, and cannot be
 * searched.
 */
export const removeCopies = async ({ asideCopies, log }: Omit<Needs, "clock">): Promise<void> => {
  const copies = await asideCopies.remove();
  if (copies.length > 0) log.warn({ copies }, "Stores that had been set aside were removed by an erasure.");
};

/** Removes stores that were set aside a week ago (ADR 47). */
export const copySweep = ({ asideCopies, clock, log }: Needs): Sweep => ({
  atStart: true,
  async round() {
    const copies = await asideCopies.remove({ before: new Date(clock.wall().getTime() - asideKeptFor) });
    if (copies.length > 0) log.warn({ copies }, "Stores that were set aside over a week ago were removed.");
  },
  failed: "Stores that were set aside could not be removed.",
});
