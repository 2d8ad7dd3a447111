import type { Database } from "../database.ts";
import { changeRows } from "./change-row.ts";

/** Leases and pauses that end later than possible: the clock was set back. */
const strayed = `
  SELECT EXISTS (SELECT 1 FROM jobs WHERE lease_until IS NOT NULL AND lease_until > :wall + lease_for)
    OR EXISTS (SELECT 1 FROM jobs WHERE completed_at IS NULL AND retry_at > 0 AND retry_at - retry_for > :wall) AS found`;

/**
 * Repairs jobs after the machine's clock was set by `jump` ms. 0: no jump seen; rows show a jump back, even an earlier
 * one. A lease or pause that ends too late ends after its own length from now; a live holder renews in time. Leases
 * that a jump forward ended get their whole length again.
 * @throws {StoreBusy} {StoreUnwritable}
 */
export const repairAfterClockJump = async (db: Database, wall: () => number, jump: number): Promise<void> => {
  if (jump <= 0 && !(await db.read(() => db.prepare(strayed).get({ wall: wall() })?.found))) return;
  await db.write(() => {
    const now = wall();
    changeRows(
      db,
      "jobs",
      {
        where: "lease_until IS NOT NULL AND (lease_until > ?1 + lease_for OR (lease_until <= ?1 AND lease_until > ?2))",
        values: [now, now - Math.max(jump, 0)],
      },
      ({ lease_for }) => ({ lease_until: now + Number(lease_for) }),
    );
    const ended = changeRows(
      db,
      "jobs",
      { where: "completed_at IS NULL AND retry_at > 0 AND retry_at - retry_for > ?", values: [now] },
      ({ retry_for }) => ({ retry_at: now + Number(retry_for) }),
    );
    // The next claims record again when each pause ends.
    if (ended > 0)
      changeRows(db, "job_lines", { where: "next_retry IS NOT NULL", values: [] }, () => ({ next_retry: now }));
  });
};
