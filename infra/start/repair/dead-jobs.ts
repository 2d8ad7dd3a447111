import { shopNamePrefix } from "../../app/session/shop-names.ts";
import { entriesWith } from "../../sqlite/state-repair.ts";
import type { MendParts } from "./mend.ts";
import { listed } from "./words.ts";

/** More are not read at once; the next run tells of the others. */
const atMost = 1_000;

/** The jobs that were given up, in sentences, the newest first; with `tryAgain` they are made to live again. */
export const deadJobs = async (
  { queue, state }: Pick<MendParts, "queue" | "state">,
  { tryAgain = false }: { tryAgain?: boolean },
): Promise<string[]> => {
  const dead = await queue.dead(atMost);
  const names = new Map(
    entriesWith<string>(state, shopNamePrefix).map(({ key, value }) => [value, key.slice(shopNamePrefix.length)]),
  );
  if (tryAgain) for (const { id } of dead) await queue.revive(id);
  return listed(
    tryAgain
      ? "Jobs that were given up; they are tried again by the next start:"
      : "Jobs that were given up. When their reason is put right, 'npm run repair -- --try-again' has them tried again:",
    dead.map(
      ({ id, shop, attempts, diedAt, reason }) =>
        `${id} of ${names.get(shop) ?? shop}, after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}, at ${diedAt.toISOString()}: ${reason}`,
    ),
  );
};
