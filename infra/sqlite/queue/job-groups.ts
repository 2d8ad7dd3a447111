import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { computeRowChecksum, type Row } from "../row-checksum.ts";
import { changeRow, changeRows } from "./change-row.ts";

/**
 * Jobs of one kind, lane and shop. Its row notes the shop's turn, if a job is claimable, and when the next one will be.
 * A claim reads groups in turn order, and one job of one group (ADR 26).
 */
export type JobGroup = { kind: string; tenant: string; lane: string };

/** Business and wall time, ms. */
export type Times = { now: number; wall: number };

type Pair = { kind: string; lane: string };

/** Maximum job groups that a claim wakes, and pauses that it ends. This takes well under a millisecond. */
const maxUpdatedGroups = 20;

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** Selects a group's jobs without a holder. Each state below has an index. */
const inGroupSql = "kind = ?1 AND shop = ?2 AND lane = ?3 AND completed_at IS NULL AND lease_until IS NULL";
const isReady = `${inGroupSql} AND retry_at = 0 AND ready_at = 0`;
const isLater = `${inGroupSql} AND retry_at = 0 AND ready_at > 0`;
const isPausing = `${inGroupSql} AND retry_at > 0`;

/** States of a group's jobs; {@link findExpiredJobs} finds expired leases. */
const groupStateSql = `SELECT
  (SELECT due_at FROM jobs WHERE ${isReady} ORDER BY due_at, id LIMIT 1) AS ready,
  (SELECT due_at FROM jobs WHERE ${isLater} ORDER BY due_at, id LIMIT 1) AS later,
  (SELECT retry_at FROM jobs WHERE ${isPausing} ORDER BY retry_at LIMIT 1) AS pausing`;

const isAsNoted = (row: Row, noted: Row): boolean =>
  Object.entries(noted).every(([name, value]) => row[name] === value);

/**
 * Updates a group's row. Call within a transaction, after each change of its jobs. `turn`: the one its shop just had.
 */
export const refreshJobGroup = (
  db: Database,
  { kind, tenant, lane }: JobGroup,
  { now, wall }: Times,
  turn?: number,
): void => {
  const of = [kind, tenant, lane] as const;
  const stands = db.prepare(groupStateSql).get(...of);
  const ready = numberOrNull(stands?.ready);
  const later = numberOrNull(stands?.later);
  const pausing = numberOrNull(stands?.pausing);
  const due = later !== null && later <= now ? later : null;
  const dues = [ready, due].filter((at) => at !== null);
  const noted = {
    ready: Number(dues.length > 0 || (pausing !== null && pausing <= wall)),
    first_due: dues.length === 0 ? null : Math.min(...dues),
    next_due: due === null ? later : null,
    next_retry: pausing !== null && pausing > wall ? pausing : null,
    ...(turn !== undefined && { turn }),
  };
  const row = db.prepare("SELECT * FROM job_lines WHERE kind = ? AND shop = ? AND lane = ?").get(...of);
  if (row) {
    if (!isAsNoted(row, noted)) changeRow(db, "job_lines", row, noted);
  } else if (ready !== null || later !== null || pausing !== null) {
    const { ready: claimable, first_due, next_due, next_retry } = noted;
    const added = [...of, turn ?? findLastTurn(db, tenant, [kind]), claimable, first_due, next_due, next_retry];
    db.prepare(
      `INSERT INTO job_lines (kind, shop, lane, turn, ready, first_due, next_due, next_retry, sum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(...added, computeRowChecksum(added));
  }
};

const dueGroupsSql = `SELECT shop FROM job_lines WHERE kind = ? AND lane = ? AND next_due IS NOT NULL AND next_due <= ? ${limitClause}`;
const pausedGroupsSql = `SELECT shop FROM job_lines WHERE kind = ? AND lane = ? AND next_retry IS NOT NULL AND next_retry <= ? ${limitClause}`;

/** True if a job has become claimable that isn't noted yet. */
export const hasGroupsToWake = (db: Database, pairs: readonly Pair[], { now, wall }: Times): boolean =>
  pairs.some(
    ({ kind, lane }) =>
      db.prepare(dueGroupsSql).get(kind, lane, now, 1) !== undefined ||
      db.prepare(pausedGroupsSql).get(kind, lane, wall, 1) !== undefined,
  );

const nextDueSql = "SELECT min(next_due) AS at FROM job_lines WHERE kind = ? AND lane = ? AND next_due IS NOT NULL";
const nextRetrySql =
  "SELECT min(next_retry) AS at FROM job_lines WHERE kind = ? AND lane = ? AND next_retry IS NOT NULL";
const nextExpirySql =
  "SELECT min(lease_until) AS at FROM jobs WHERE kind = ? AND lease_until IS NOT NULL AND lease_until > ?";

/**
 * Times when a job falls due (`now`, business time), and a pause or lease ends (`wall`); infinite if never. Leases
 * expired at `claimedAt` (wall) don't count: a claim has seen them.
 */
export const nextTimes = (db: Database, pairs: readonly Pair[], claimedAt: number): Times => {
  const earliestOf = (sql: string, of: readonly (string | number)[][]): number =>
    Math.min(...of.map((values) => numberOrNull(db.prepare(sql).get(...values)?.at) ?? Number.POSITIVE_INFINITY));
  const jobGroups = pairs.map(({ kind, lane }) => [kind, lane]);
  const kinds = [...new Set(pairs.map(({ kind }) => kind))].map((kind) => [kind, claimedAt]);
  return {
    now: earliestOf(nextDueSql, jobGroups),
    wall: Math.min(earliestOf(nextRetrySql, jobGroups), earliestOf(nextExpirySql, kinds)),
  };
};

/** Wakes some groups, the earliest due first. Call within a transaction. */
export const wakeJobGroups = (db: Database, pairs: readonly Pair[], times: Times): void => {
  for (const { kind, lane } of pairs)
    for (const row of [
      ...db.prepare(dueGroupsSql).all(kind, lane, times.now, maxUpdatedGroups),
      ...db.prepare(pausedGroupsSql).all(kind, lane, times.wall, maxUpdatedGroups),
    ])
      refreshJobGroup(db, { kind, tenant: String(row.shop), lane }, times);
};

export type Claimable = { id: string; dueAt: number; row: Row };

const claimable = (row: Row): Claimable => ({ id: String(row.id), dueAt: Number(row.due_at), row });

/** Finds first jobs, without expired leases. Ends pauses that are over: call within a transaction. */
export const findFirstJobs = (
  db: Database,
  { kind, tenant, lane }: JobGroup,
  { now, wall }: Times,
  maxJobs: number,
): Claimable[] => {
  const of = [kind, tenant, lane] as const;
  changeRows(
    db,
    "jobs",
    { where: `${isPausing} AND retry_at <= ?4 ORDER BY retry_at LIMIT ${maxUpdatedGroups}`, values: [...of, wall] },
    ({ retry_at }) => ({ retry_at: 0, retry_for: Number(retry_at) }),
  );
  const ready = db.prepare(`SELECT * FROM jobs WHERE ${isReady} ORDER BY due_at, id LIMIT ?4 + 0`).all(...of, maxJobs);
  const later = db
    .prepare(`SELECT * FROM jobs WHERE ${isLater} AND due_at <= ?4 ORDER BY due_at, id LIMIT ?5 + 0`)
    .all(...of, now, maxJobs);
  return [...ready, ...later].map(claimable).sort(byDue).slice(0, maxJobs);
};

const byDue = (a: Claimable, b: Claimable): number => a.dueAt - b.dueAt || Number(a.id > b.id) - Number(a.id < b.id);

/** The earliest job; ties go by id. */
export const earliest = <T extends Claimable>(jobs: readonly T[]): T | undefined => [...jobs].sort(byDue)[0];

/** Finds jobs with expired leases: few, as workers are few. */
export const findExpiredJobs = (db: Database, { kind, lane }: Pair, wall: number): (Claimable & JobGroup)[] =>
  db
    .prepare("SELECT * FROM jobs WHERE kind = ? AND lease_until IS NOT NULL AND lease_until <= ?")
    .all(kind, wall)
    .filter((row) => row.lane === lane)
    .map((row) => ({ ...claimable(row), kind, lane, tenant: String(row.shop) }));

/** Counts running jobs by live leases. `full`: shops at their limit; `room`: how many more a shop may have. */
export type RunningCounts = { add(tenant: string): void; full(): readonly string[]; room(tenant: string): number };

export const countRunning = (
  db: Database,
  { kinds, maxRunningPerShop: maxRunning }: { kinds: readonly string[]; maxRunningPerShop?: number },
  wall: number,
): RunningCounts => {
  const counts = new Map<string, number>();
  const full: string[] = [];
  const add = (tenant: string): void => {
    const count = (counts.get(tenant) ?? 0) + 1;
    counts.set(tenant, count);
    if (count === maxRunning) full.push(tenant);
  };
  const room = (tenant: string): number => (maxRunning ?? Number.POSITIVE_INFINITY) - (counts.get(tenant) ?? 0);
  const running = { add, full: () => full, room };
  if (maxRunning === undefined) return running;
  const leased = db.prepare("SELECT shop FROM jobs WHERE kind = ? AND lease_until IS NOT NULL AND lease_until > ?");
  for (const kind of new Set(kinds)) for (const { shop: tenant } of leased.all(kind, wall)) add(String(tenant));
  return running;
};

export const findNextGroups = (
  db: Database,
  { kind, lane }: Pair,
  full: readonly string[],
  maxGroups: number,
): (JobGroup & { turn: number; firstDue: number })[] =>
  db
    .prepare(
      `SELECT shop, turn, first_due FROM job_lines
       WHERE kind = ? AND lane = ? AND ready = 1 AND shop NOT IN (SELECT value FROM json_each(?))
       ORDER BY turn, first_due, shop ${limitClause}`,
    )
    .all(kind, lane, JSON.stringify(full), maxGroups)
    .map(({ shop, turn, first_due }) => ({
      kind,
      lane,
      tenant: String(shop),
      turn: Number(turn),
      firstDue: Number(first_due),
    }));

/** A shop's last turn at any of these kinds; 0: never. */
export const findLastTurn = (db: Database, tenant: string, kinds: readonly string[]): number => {
  const last = db.prepare("SELECT coalesce(max(turn), 0) AS turn FROM job_lines WHERE kind = ? AND shop = ?");
  return Math.max(0, ...kinds.map((kind) => Number(last.get(kind, tenant)?.turn)));
};

/** Records a shop's turn. Call within a transaction. */
export const setTurn = (db: Database, tenant: string, kinds: readonly string[], turn: number): void => {
  for (const kind of kinds)
    changeRows(db, "job_lines", { where: "kind = ? AND shop = ? AND turn <> ?", values: [kind, tenant, turn] }, () => ({
      turn,
    }));
};

export const drawTurn = (db: Database): number =>
  Number(db.prepare("SELECT coalesce(max(turn), 0) + 1 AS turn FROM job_lines").get()?.turn);
