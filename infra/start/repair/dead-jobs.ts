import { shopNamePrefix } from "../../app/session/shop-names.ts";
import { entriesWith } from "../../sqlite/state-repair.ts";
import type { MendDeps } from "./mend.ts";
import { listed } from "./words.ts";

/** More are not read at once; the next run tells of the others. */
const atMost = 1_000;

const headings = {
  listed: "Jobs that were given up. Once their cause is fixed, 'npm run repair -- --try-again' tries them again:",
  again: "Jobs that were given up; the next start tries them again:",
  later:
    "Jobs that were given up. They are not tried again yet, since the stores must agree first. Then run this again:",
};

/** The jobs that were given up, in sentences, the newest first; with `again` they are made to live again. */
export const deadJobs = async (
  { queue, state }: Pick<MendDeps, "queue" | "state">,
  what: keyof typeof headings,
): Promise<string[]> => {
  const dead = await queue.dead(atMost);
  const names = new Map(
    entriesWith<string>(state, shopNamePrefix).map(({ key, value }) => [value, key.slice(shopNamePrefix.length)]),
  );
  if (what === "again") for (const { id } of dead) await queue.revive(id);
  return listed(
    headings[what],
    dead.map(
      ({ id, tenant, attempts, diedAt, reason }) =>
        `${id} of ${names.get(tenant) ?? tenant}, after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}, at ${diedAt.toISOString()}: ${reason}`,
    ),
  );
};
