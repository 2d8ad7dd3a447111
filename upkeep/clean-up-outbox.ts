import { dayMs, outboxKeptDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Cleanup } from "./run-cleanup.ts";

/** Removes untaken e-mails: their reports would far outlive their files. */
export const createOutboxCleanup = ({ outbox, clock, log }: Pick<UpkeepDeps, "outbox" | "clock" | "log">): Cleanup => ({
  atStart: true,
  async round() {
    const removed = await outbox.removeBefore(new Date(clock.wall().getTime() - outboxKeptDays * dayMs));
    if (removed > 0)
      log.warn({ removed }, `Mails that had lain in the outbox for ${outboxKeptDays} days were removed.`);
  },
  failed: "Mails whose time is over could not be removed from the outbox.",
});
