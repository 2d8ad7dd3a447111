import type { SQLOutputValue } from "node:sqlite";
import type { JsonObject } from "../ports/json.ts";
import type { ClaimedJob } from "../ports/work-queue.ts";
import type { Database } from "./database.ts";

type Row = Record<string, SQLOutputValue>;
type Wanted = { kinds: readonly string[]; lanes: readonly string[]; maxRunningPerShop?: number };

/**
 * The job whose turn it is: of the shop whose last claim is longest ago, the one due first. Shops are compared before jobs,
 * so that a shop with thousands of jobs costs the others nothing.
 */
const select = `
  WITH
    kinds AS (SELECT value AS kind FROM json_each(:kinds)),
    lanes AS (SELECT value AS lane FROM json_each(:lanes)),
    claimable AS (
      SELECT jobs.id, shop, due_at FROM kinds CROSS JOIN lanes CROSS JOIN jobs
        ON jobs.kind = kinds.kind AND jobs.lane = lanes.lane
      WHERE completed_at IS NULL AND due_at <= :now AND retry_at <= :wall AND (lease_until IS NULL OR lease_until <= :wall)
    ),
    running AS (
      SELECT shop, count(*) AS count FROM kinds CROSS JOIN jobs ON jobs.kind = kinds.kind
      WHERE lease_until > :wall GROUP BY shop
    ),
    turns AS (
      SELECT shop, (SELECT max(turn) FROM job_turns WHERE job_turns.shop = shops.shop AND kind IN (SELECT kind FROM kinds)) AS turn
      FROM (SELECT DISTINCT shop FROM claimable) AS shops
      WHERE coalesce((SELECT count FROM running WHERE running.shop = shops.shop), 0) < :most
    ),
    next AS (
      SELECT shop FROM turns
      ORDER BY coalesce(turn, 0), (SELECT min(due_at) FROM claimable WHERE claimable.shop = turns.shop), shop LIMIT 1
    )
  SELECT jobs.* FROM jobs
  WHERE jobs.id = (SELECT id FROM claimable WHERE shop = (SELECT shop FROM next) ORDER BY due_at, id LIMIT 1)`;

/** The job that a claim would take now. */
export const waitingJob = (
  db: Database,
  { kinds, lanes, maxRunningPerShop }: Wanted,
  times: { now: number; wall: number },
): Row | undefined =>
  db.prepare(select).get({
    ...times,
    kinds: JSON.stringify(kinds),
    lanes: JSON.stringify(lanes),
    most: maxRunningPerShop ?? Number.MAX_SAFE_INTEGER,
  });

/** Takes a job found in the same transaction. */
export const takeJob = (db: Database, found: Row, worker: string, leaseUntil: number): ClaimedJob => {
  const taken = db
    .prepare("UPDATE jobs SET fence = fence + 1, worker = ?, lease_until = ? WHERE id = ? RETURNING *")
    .get(worker, leaseUntil, String(found.id));
  if (!taken) throw new Error(`Job ${String(found.id)} is gone although the lock is held.`);
  const job = claimedJob(taken);
  db.prepare(
    `INSERT INTO job_turns (shop, kind, turn) VALUES (?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM job_turns))
     ON CONFLICT (shop, kind) DO UPDATE SET turn = excluded.turn`,
  ).run(job.shop, job.kind);
  return job;
};

/** Every claim counts one attempt and one fence, so one number serves both. */
export const claimedJob = (row: Row): ClaimedJob => ({
  id: String(row.id),
  kind: String(row.kind),
  lane: String(row.lane),
  shop: String(row.shop),
  dueAt: new Date(Number(row.due_at)),
  payload: JSON.parse(String(row.payload)) as JsonObject,
  fence: Number(row.fence),
  attempts: Number(row.fence),
});
