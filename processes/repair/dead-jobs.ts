import { operatorCommand } from "#infra/ports/operator-command.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { formatList } from "./messages.ts";

/** Jobs reported per run; the next run reports the rest. */
const maxJobs = 1_000;

const headings = {
  listed: `Jobs that were given up. Once their cause is fixed, '${operatorCommand("repair", "--try-again")}' tries them again:`,
  again: "Jobs that were given up; the next start tries them again:",
  later:
    "Jobs that were given up. They are not tried again yet, since the stores must agree first. Then run this again:",
};

/** Describes the dead jobs, newest first; `again` also revives them. `names` maps tenants to shops. */
export const describeDeadJobs = async (
  { queue, names }: { queue: Pick<WorkQueue, "listDead" | "revive">; names: ReadonlyMap<string, string> },
  what: keyof typeof headings,
): Promise<string[]> => {
  const dead = await queue.listDead(maxJobs);
  if (what === "again") for (const { id } of dead) await queue.revive(id);
  return formatList(
    headings[what],
    dead.map(
      ({ id, tenant, attempts, diedAt, reason }) =>
        `${id} of ${names.get(tenant) ?? tenant}, after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}, at ${diedAt.toISOString()}: ${reason}`,
    ),
  );
};
