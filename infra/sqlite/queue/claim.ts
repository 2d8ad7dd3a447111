import type { JsonObject } from "../../ports/json.ts";
import type { ClaimedJob } from "../../ports/work-queue.ts";
import { parsed } from "../damage.ts";
import type { Database } from "../database.ts";
import { nameOfRow, type Row } from "../row-sum.ts";
import { changeRow } from "./change-row.ts";
import {
  type Claimable,
  earliest,
  firstsOf,
  type Line,
  lapsed,
  mustWake,
  newTurn,
  nextLines,
  noteLine,
  type Running,
  runningOf,
  setTurn,
  type Times,
  turnOf,
  wake,
} from "./job-lines.ts";

export type Wanted = {
  kinds: readonly string[];
  lanes: readonly string[];
  maxRunningPerShop?: number;
  perTurn?: number;
  familiarAmong?: number;
};

/** Shops of which this process had jobs. */
export type Familiar = { has(tenant: string): boolean; add(tenant: string): unknown };

export const pairsOf = ({ kinds, lanes }: Pick<Wanted, "kinds" | "lanes">) =>
  kinds.flatMap((kind) => lanes.map((lane) => ({ kind, lane })));

/** Shops that may be next in turn: one for each kind and lane, and one for each expired lease. */
const candidates = (db: Database, wanted: Wanted, { wall }: Times, running = runningOf(db, wanted, wall)) => {
  const full = running.full();
  const pairs = pairsOf(wanted);
  const left = pairs.flatMap((pair) => lapsed(db, pair, wall)).filter(({ tenant }) => !full.includes(tenant));
  const lines = pairs.flatMap((pair) => nextLines(db, pair, full, 1));
  return { left, lines };
};

/** True if a claim may find a job or has lines to update. Idle workers only read. */
export const mayClaim = (db: Database, wanted: Wanted, times: Times): boolean => {
  const { left, lines } = candidates(db, wanted, times);
  return left.length > 0 || lines.length > 0 || mustWake(db, pairsOf(wanted), times);
};

/**
 * Most lines checked without finding a job: the clock was set back since they were noted, or the kind is new in the
 * shop.
 */
const mostInVain = 200;

/**
 * The first due job of the shop whose last claim of these kinds is longest ago. Call within a transaction. Undefined:
 * there is none; `again`: lines were corrected, and there may be one after them.
 */
const findJob = (
  db: Database,
  wanted: Wanted,
  times: Times,
  running: Running,
): (Claimable & Line) | undefined | "again" => {
  const { kinds } = wanted;
  const pairs = pairsOf(wanted);
  wake(db, pairs, times);
  for (let inVain = 0; inVain < mostInVain; inVain += 1) {
    const { left, lines } = candidates(db, wanted, times, running);
    const shops = [
      ...lines.map(({ tenant, turn, firstDue }) => ({ tenant, turn, firstDue })),
      ...left.map(({ tenant, dueAt }) => ({ tenant, turn: turnOf(db, tenant, kinds), firstDue: dueAt })),
    ];
    const [next] = shops.sort(
      (a, b) => a.turn - b.turn || a.firstDue - b.firstDue || Number(a.tenant > b.tenant) - Number(a.tenant < b.tenant),
    );
    if (!next) return undefined;
    const { tenant } = next;
    const turn = turnOf(db, tenant, kinds);
    // The shop had a turn at another of these kinds before it had this one.
    if (next.turn < turn) {
      setTurn(db, tenant, kinds, turn);
      continue;
    }
    const ofShop = pairs.map((pair) => ({ ...pair, tenant }));
    const job = earliest([
      ...ofShop.flatMap((line) => firstsOf(db, line, times, 1).map((first) => ({ ...first, ...line }))),
      ...left.filter((lease) => lease.tenant === tenant),
    ]);
    if (job) return job;
    for (const line of ofShop) noteLine(db, line, times);
  }
  return "again";
};

type Taking = Wanted & { worker: string; leaseFor: number };

/** ms that one transaction takes jobs at most: others want to write, too. */
const longestMs = 10;

/**
 * Takes the next jobs in turn; with `familiarAmong`, jobs of familiar shops first. Call within a transaction. `again`:
 * none, but lines were corrected, and another transaction may find one.
 * @throws {StoreDamaged} a payload cannot be read
 */
export const takeJobs = (
  db: Database,
  wanted: Taking,
  times: Times,
  most: number,
  familiar: Familiar,
): ClaimedJob[] | "again" => {
  const started = performance.now();
  const running = runningOf(db, wanted, times.wall);
  const jobs: ClaimedJob[] = [];
  const mayGoOn = () => jobs.length < most && (jobs.length === 0 || performance.now() - started < longestMs);
  const room = () => Math.min(wanted.perTurn ?? 1, most - jobs.length);
  const note = (turn: readonly ClaimedJob[]): void => {
    for (const { tenant } of turn) running.add(tenant);
    if (wanted.familiarAmong) for (const { tenant } of turn) familiar.add(tenant);
    jobs.push(...turn);
  };
  for (const among of narrowFirst(wanted.familiarAmong ?? 0)) {
    const lines = mayGoOn() ? familiarLines(db, wanted, times, running, familiar, among) : undefined;
    if (!lines) break;
    for (const line of lines) {
      if (!mayGoOn()) break;
      note(takeOf(db, wanted, times, running, line, room()));
    }
  }
  while (mayGoOn()) {
    const turn = takeTurn(db, wanted, times, running, room());
    if (turn === "again" && jobs.length === 0) return "again";
    if (turn === "again" || turn === undefined) break;
    note(turn);
  }
  return jobs;
};

/**
 * Lines looked at first. Even if several schedulers share the shops, they include enough familiar ones for one
 * transaction.
 */
const nearest = 120;

/** Numbers of lines to search for familiar shops; all of them only if the nearest were not enough. */
const narrowFirst = (familiarAmong: number): number[] =>
  familiarAmong > nearest ? [nearest, familiarAmong] : familiarAmong > 0 ? [familiarAmong] : [];

/**
 * The lines next in turn that belong to familiar shops without a later turn at another of these kinds. None while a
 * shop waits that never had a turn. Excludes lines more than `lines.length` turns newer than the oldest, so nobody is
 * passed over for long. Jobs that time has made claimable are noted first. None either while an expired lease waits:
 * its job is in no line, and would wait for all of them. Undefined if searching further would find none either.
 */
const familiarLines = (
  db: Database,
  wanted: Wanted,
  times: Times,
  running: Running,
  familiar: Familiar,
  among: number,
): Line[] | undefined => {
  const { kinds } = wanted;
  const pairs = pairsOf(wanted);
  const full = running.full();
  wake(db, pairs, times);
  if (pairs.some((pair) => lapsed(db, pair, times.wall).some(({ tenant }) => !full.includes(tenant)))) return undefined;
  const lines = pairs.flatMap((pair) => nextLines(db, pair, full, among));
  const longestAgo = Math.min(...lines.map(({ turn }) => turn));
  if (longestAgo === 0 || lines.length === 0) return undefined;
  return lines.filter(
    ({ tenant, turn }) =>
      turn <= longestAgo + lines.length &&
      familiar.has(tenant) &&
      (kinds.length === 1 || turnOf(db, tenant, kinds) === turn),
  );
};

const takeTurn = (
  db: Database,
  wanted: Taking,
  times: Times,
  running: Running,
  most: number,
): ClaimedJob[] | undefined | "again" => {
  const found = findJob(db, wanted, times, running);
  return found === undefined || found === "again" ? found : takeOf(db, wanted, times, running, found, most, found);
};

/** The first jobs of a line, at most `most`, `found` first. If there are any, its shop has had its turn. */
const takeOf = (
  db: Database,
  wanted: Taking,
  times: Times,
  running: Running,
  line: Line,
  most: number,
  found?: Claimable,
): ClaimedJob[] => {
  const room = Math.min(most, running.room(line.tenant));
  const behind = found && room === 1 ? [] : firstsOf(db, line, times, room);
  const these = found ? [found, ...behind.filter(({ id }) => id !== found.id)].slice(0, room) : behind;
  if (these.length === 0) return [];
  const jobs = these.map(({ row }) => take(db, wanted, times, row));
  const turn = newTurn(db);
  noteLine(db, line, times, turn);
  setTurn(db, line.tenant, wanted.kinds, turn);
  return jobs;
};

const take = (db: Database, { worker, leaseFor }: Taking, { wall }: Times, row: Row): ClaimedJob => {
  const lease = { worker, lease_until: wall + leaseFor, lease_for: leaseFor };
  const started = { fence: Number(row.fence) + 1, ready_at: 0, retry_at: 0, retry_for: 0 };
  const taken = changeRow(db, "jobs", row, { ...started, ...lease });
  return knownAs(claimedJob(db, taken), taken);
};

/** Rows as their holders in this process last wrote them. */
const rows = new WeakMap<ClaimedJob, Row>();
export const rowKnownOf = (job: ClaimedJob): Row | undefined => rows.get(job);
export const knownAs = (job: ClaimedJob, row: Row): ClaimedJob => {
  rows.set(job, row);
  return job;
};

/**
 * Every claim raises the fence. It counts as an attempt unless the job was rescheduled.
 * @throws {StoreDamaged} its payload cannot be read
 */
export const claimedJob = (db: Database, row: Row): ClaimedJob => ({
  id: String(row.id),
  kind: String(row.kind),
  lane: String(row.lane),
  tenant: String(row.shop),
  dueAt: new Date(Number(row.due_at)),
  payload: parsed(db.file, row.payload, () => nameOfRow("jobs", row.id)) as JsonObject,
  fence: Number(row.fence),
  enqueuedAt: new Date(Number(row.enqueued_at)),
  attempts: Number(row.fence) - Number(row.put_down),
});
