import type { Database } from "./database.ts";
import { mostRows } from "./most-rows.ts";

/**
 * The jobs of one kind, shop and lane stand in a line. What is known of a line (whose turn it is, whether something in it can be claimed, when
 * else) is kept beside it, so that a claim looks at lines in the order of their turns and at one job of one line (ADR 26).
 */
export type Line = { kind: string; tenant: string; lane: string };

/** Business and wall time, ms. */
export type Times = { now: number; wall: number };

type Pair = { kind: string; lane: string };

/** As many lines as a claim notes anew because time has passed, and pauses that it ends: well under a millisecond. */
const atOnce = 20;

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** What is claimable in a line by itself; leases that have run out are looked for by {@link lapsed}. */
const readyInLine = `SELECT id, due_at FROM jobs
  WHERE kind = ? AND shop = ? AND lane = ? AND completed_at IS NULL AND lease_until IS NULL AND retry_at = 0 AND ready_at = 0
  ORDER BY due_at, id`;
const laterInLine = `SELECT id, due_at FROM jobs
  WHERE kind = ? AND shop = ? AND lane = ? AND completed_at IS NULL AND lease_until IS NULL AND retry_at = 0 AND ready_at > 0
  ORDER BY due_at, id`;
const [firstReady, firstLater] = [`${readyInLine} LIMIT 1`, `${laterInLine} LIMIT 1`];
const firstPausing = `SELECT retry_at FROM jobs
  WHERE kind = ? AND shop = ? AND lane = ? AND completed_at IS NULL AND lease_until IS NULL AND retry_at > 0
  ORDER BY retry_at LIMIT 1`;

/** Notes anew what can be claimed in a line, and when else. Within a transaction, after each change of a job in it. */
export const noteLine = (db: Database, { kind, tenant, lane }: Line, { now, wall }: Times): void => {
  const of = [kind, tenant, lane] as const;
  const ready = numberOrNull(db.prepare(firstReady).get(...of)?.due_at);
  const later = numberOrNull(db.prepare(firstLater).get(...of)?.due_at);
  const pausing = numberOrNull(db.prepare(firstPausing).get(...of)?.retry_at);
  const due = later !== null && later <= now ? later : null;
  const isReady = ready !== null || due !== null || (pausing !== null && pausing <= wall);
  const dues = [ready, due].filter((at) => at !== null);
  if (ready === null && later === null && pausing === null) {
    db.prepare(
      `UPDATE job_lines SET ready = 0, first_due = NULL, next_due = NULL, next_retry = NULL
       WHERE kind = ? AND shop = ? AND lane = ?`,
    ).run(...of);
    return;
  }
  db.prepare(
    `INSERT INTO job_lines (kind, shop, lane, turn, ready, first_due, next_due, next_retry)
     VALUES (:kind, :tenant, :lane,
       (SELECT coalesce(max(turn), 0) FROM job_lines WHERE kind = :kind AND shop = :tenant), :ready, :first, :due, :retry)
     ON CONFLICT (kind, shop, lane) DO UPDATE
       SET ready = excluded.ready, first_due = excluded.first_due, next_due = excluded.next_due, next_retry = excluded.next_retry
       WHERE ready <> excluded.ready OR first_due IS NOT excluded.first_due
         OR next_due IS NOT excluded.next_due OR next_retry IS NOT excluded.next_retry`,
  ).run({
    kind,
    tenant,
    lane,
    ready: Number(isReady),
    first: dues.length === 0 ? null : Math.min(...dues),
    due: due === null ? later : null,
    retry: pausing !== null && pausing > wall ? pausing : null,
  });
};

const sleeping = `SELECT shop FROM job_lines WHERE kind = ? AND lane = ? AND next_due IS NOT NULL AND next_due <= ? ${mostRows}`;
const paused = `SELECT shop FROM job_lines WHERE kind = ? AND lane = ? AND next_retry IS NOT NULL AND next_retry <= ? ${mostRows}`;

/** Whether time has made something claimable that is not noted yet. */
export const mustWake = (db: Database, pairs: readonly Pair[], { now, wall }: Times): boolean =>
  pairs.some(
    ({ kind, lane }) =>
      db.prepare(sleeping).get(kind, lane, now, 1) !== undefined ||
      db.prepare(paused).get(kind, lane, wall, 1) !== undefined,
  );

/** Notes what time has made claimable, in a bounded number of lines; what was due first comes first. Within a transaction. */
export const wake = (db: Database, pairs: readonly Pair[], times: Times): void => {
  for (const { kind, lane } of pairs)
    for (const row of [
      ...db.prepare(sleeping).all(kind, lane, times.now, atOnce),
      ...db.prepare(paused).all(kind, lane, times.wall, atOnce),
    ])
      noteLine(db, { kind, tenant: String(row.shop), lane }, times);
};

/** A job that can be claimed. */
export type Claimable = { id: string; dueAt: number };

/** The first claimable job of a line, without those whose lease has run out. Within a transaction: pauses that are over are ended. */
export const firstOf = (db: Database, { kind, tenant, lane }: Line, { now, wall }: Times): Claimable | undefined => {
  const of = [kind, tenant, lane] as const;
  db.prepare(
    `UPDATE jobs SET retry_at = 0, retry_for = 0 WHERE id IN (
       SELECT id FROM jobs
       WHERE kind = ? AND shop = ? AND lane = ? AND completed_at IS NULL AND lease_until IS NULL AND retry_at > 0 AND retry_at <= ?
       ORDER BY retry_at LIMIT ${atOnce})`,
  ).run(...of, wall);
  const found = [db.prepare(firstReady).get(...of), db.prepare(firstLater).get(...of)].flatMap((row, place) =>
    row !== undefined && (place === 0 || Number(row.due_at) <= now)
      ? [{ id: String(row.id), dueAt: Number(row.due_at) }]
      : [],
  );
  return earliest(found);
};

/** The same of the first ones, `most` at most, in order; of a line in which {@link firstOf} was looked for just now. */
export const firstsOf = (db: Database, { kind, tenant, lane }: Line, { now }: Times, most: number): Claimable[] => {
  const rows = (sql: string) => db.prepare(`${sql} ${mostRows}`).all(kind, tenant, lane, most);
  const later = rows(laterInLine).filter((row) => Number(row.due_at) <= now);
  return [...rows(readyInLine), ...later]
    .map((row) => ({ id: String(row.id), dueAt: Number(row.due_at) }))
    .sort(inOrder)
    .slice(0, most);
};

const inOrder = (a: Claimable, b: Claimable): number => a.dueAt - b.dueAt || Number(a.id > b.id) - Number(a.id < b.id);

/** Of jobs, the one due first; at one moment, by id. */
export const earliest = <T extends Claimable>(jobs: readonly T[]): T | undefined => [...jobs].sort(inOrder)[0];

/** Open jobs of which a worker let the lease run out: few, as there are workers. */
export const lapsed = (db: Database, { kind, lane }: Pair, wall: number): (Claimable & Line)[] =>
  db
    .prepare("SELECT id, shop, lane, due_at FROM jobs WHERE kind = ? AND lease_until IS NOT NULL AND lease_until <= ?")
    .all(kind, wall)
    .filter((row) => row.lane === lane)
    .map((row) => ({ id: String(row.id), dueAt: Number(row.due_at), kind, lane, tenant: String(row.shop) }));

/** The live leases of shops. `full`: those that have as many as they may; `room`: how many more one may have. */
export type Running = { add(tenant: string): void; full(): readonly string[]; room(tenant: string): number };

/** Those of these kinds, at a moment. */
export const runningOf = (
  db: Database,
  { kinds, maxRunningPerShop: most }: { kinds: readonly string[]; maxRunningPerShop?: number },
  wall: number,
): Running => {
  const counts = new Map<string, number>();
  const full: string[] = [];
  const add = (tenant: string): void => {
    const count = (counts.get(tenant) ?? 0) + 1;
    counts.set(tenant, count);
    if (count === most) full.push(tenant);
  };
  const room = (tenant: string): number => (most ?? Number.POSITIVE_INFINITY) - (counts.get(tenant) ?? 0);
  const running = { add, full: () => full, room };
  if (most === undefined) return running;
  const leased = db.prepare("SELECT shop FROM jobs WHERE kind = ? AND lease_until IS NOT NULL AND lease_until > ?");
  for (const kind of new Set(kinds)) for (const { shop: tenant } of leased.all(kind, wall)) add(String(tenant));
  return running;
};

/** The lines of one kind and lane whose turn is next, `most` at most. */
export const nextLines = (
  db: Database,
  { kind, lane }: Pair,
  full: readonly string[],
  most: number,
): (Line & { turn: number; firstDue: number })[] =>
  db
    .prepare(
      `SELECT shop, turn, first_due FROM job_lines
       WHERE kind = ? AND lane = ? AND ready = 1 AND shop NOT IN (SELECT value FROM json_each(?))
       ORDER BY turn, first_due, shop ${mostRows}`,
    )
    .all(kind, lane, JSON.stringify(full), most)
    .map(({ shop, turn, first_due }) => ({
      kind,
      lane,
      tenant: String(shop),
      turn: Number(turn),
      firstDue: Number(first_due),
    }));

/** When a shop had its last turn at any of these kinds; 0: never. */
export const turnOf = (db: Database, tenant: string, kinds: readonly string[]): number => {
  const last = db.prepare("SELECT coalesce(max(turn), 0) AS turn FROM job_lines WHERE kind = ? AND shop = ?");
  return Math.max(0, ...kinds.map((kind) => Number(last.get(kind, tenant)?.turn)));
};

/** Gives a shop's lines of these kinds a turn. Within a transaction. */
export const setTurn = (db: Database, tenant: string, kinds: readonly string[], turn: number): void => {
  const set = db.prepare("UPDATE job_lines SET turn = ? WHERE kind = ? AND shop = ?");
  for (const kind of kinds) set.run(turn, kind, tenant);
};

/** The turn after all that were given. */
export const newTurn = (db: Database): number =>
  Number(db.prepare("SELECT coalesce(max(turn), 0) + 1 AS turn FROM job_lines").get()?.turn);
