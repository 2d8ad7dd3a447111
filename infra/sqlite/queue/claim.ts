import type { JsonObject } from "../../ports/json.ts";
import type { ClaimedJob } from "../../ports/work-queue.ts";
import { parseStoredJson } from "../damage.ts";
import type { Database } from "../database.ts";
import { formatRowName, type Row } from "../row-checksum.ts";
import { changeRow } from "./change-row.ts";
import {
  type Claimable,
  countRunning,
  drawTurn,
  earliest,
  findExpiredJobs,
  findFirstJobs,
  findLastTurn,
  findNextGroups,
  hasGroupsToWake,
  type JobGroup,
  type RunningCounts,
  refreshJobGroup,
  setTurn,
  type Times,
  wakeJobGroups,
} from "./job-groups.ts";

export type ClaimFilter = {
  kinds: readonly string[];
  lanes: readonly string[];
  maxRunningPerShop?: number;
  maxPerTurn?: number;
};

export const toKindLanePairs = ({ kinds, lanes }: Pick<ClaimFilter, "kinds" | "lanes">) =>
  kinds.flatMap((kind) => lanes.map((lane) => ({ kind, lane })));

/** Finds shops that may be next: one for each kind and lane, and one for each expired lease. */
const findCandidates = (
  db: Database,
  wanted: ClaimFilter,
  { wall }: Times,
  running = countRunning(db, wanted, wall),
) => {
  const full = running.full();
  const pairs = toKindLanePairs(wanted);
  const left = pairs.flatMap((pair) => findExpiredJobs(db, pair, wall)).filter(({ tenant }) => !full.includes(tenant));
  const jobGroups = pairs.flatMap((pair) => findNextGroups(db, pair, full, 1));
  return { left, lines: jobGroups };
};

/** True if a claim may find a job. Only reads, for idle workers. */
export const canClaim = (db: Database, wanted: ClaimFilter, times: Times): boolean => {
  const { left, lines: jobGroups } = findCandidates(db, wanted, times);
  return left.length > 0 || jobGroups.length > 0 || hasGroupsToWake(db, toKindLanePairs(wanted), times);
};

/** Maximum groups found empty in a claim. They are empty if the clock was set back, or the kind is new in the shop. */
const maxEmptyGroups = 200;

/**
 * Finds the first due job of the shop whose last claim of these kinds is longest ago. Call within a transaction.
 * `again`: job groups were corrected, and a job may be found now.
 */
const findJob = (
  db: Database,
  filter: ClaimFilter,
  times: Times,
  running: RunningCounts,
): (Claimable & JobGroup) | undefined | "again" => {
  const { kinds } = filter;
  const pairs = toKindLanePairs(filter);
  wakeJobGroups(db, pairs, times);
  for (let inVain = 0; inVain < maxEmptyGroups; inVain += 1) {
    const { left, lines: jobGroups } = findCandidates(db, filter, times, running);
    const shops = [
      ...jobGroups.map(({ tenant, turn, firstDue }) => ({ tenant, turn, firstDue })),
      ...left.map(({ tenant, dueAt }) => ({ tenant, turn: findLastTurn(db, tenant, kinds), firstDue: dueAt })),
    ];
    const [next] = shops.sort(
      (a, b) => a.turn - b.turn || a.firstDue - b.firstDue || Number(a.tenant > b.tenant) - Number(a.tenant < b.tenant),
    );
    if (!next) return undefined;
    const { tenant } = next;
    const turn = findLastTurn(db, tenant, kinds);
    // The shop had a turn at another of these kinds.
    if (next.turn < turn) {
      setTurn(db, tenant, kinds, turn);
      continue;
    }
    const ofShop = pairs.map((pair) => ({ ...pair, tenant }));
    const job = earliest([
      ...ofShop.flatMap((jobGroup) =>
        findFirstJobs(db, jobGroup, times, 1).map((first) => ({ ...first, ...jobGroup })),
      ),
      ...left.filter((lease) => lease.tenant === tenant),
    ]);
    if (job) return job;
    for (const jobGroup of ofShop) refreshJobGroup(db, jobGroup, times);
  }
  return "again";
};

type TakeOptions = ClaimFilter & { worker: string; leaseMs: number };

/** Longest claim, ms: other connections want to write, too. */
const longestMs = 10;

/**
 * Takes jobs in turn. Call within a transaction. `again`: none were taken, but job groups were corrected, and another
 * transaction may find one.
 * @throws {StoreDamaged} a payload can't be read
 */
export const takeJobs = (db: Database, options: TakeOptions, times: Times, maxJobs: number): ClaimedJob[] | "again" => {
  const started = performance.now();
  const running = countRunning(db, options, times.wall);
  const jobs: ClaimedJob[] = [];
  const mayGoOn = () => jobs.length < maxJobs && (jobs.length === 0 || performance.now() - started < longestMs);
  const room = () => Math.min(options.maxPerTurn ?? 1, maxJobs - jobs.length);
  const note = (turn: readonly ClaimedJob[]): void => {
    for (const { tenant } of turn) running.add(tenant);
    jobs.push(...turn);
  };
  while (mayGoOn()) {
    const turn = takeTurn(db, options, times, running, room());
    if (turn === "again" && jobs.length === 0) return "again";
    if (turn === "again" || turn === undefined) break;
    note(turn);
  }
  return jobs;
};

const takeTurn = (
  db: Database,
  wanted: TakeOptions,
  times: Times,
  running: RunningCounts,
  maxJobs: number,
): ClaimedJob[] | undefined | "again" => {
  const found = findJob(db, wanted, times, running);
  return found === undefined || found === "again" ? found : takeOf(db, wanted, times, running, found, maxJobs, found);
};

/** Takes jobs of one shop, `found` first. They count as the shop's turn, however many. */
const takeOf = (
  db: Database,
  wanted: TakeOptions,
  times: Times,
  running: RunningCounts,
  jobGroup: JobGroup,
  maxJobs: number,
  found?: Claimable,
): ClaimedJob[] => {
  const room = Math.min(maxJobs, running.room(jobGroup.tenant));
  const first = found && room === 1 ? [] : findFirstJobs(db, jobGroup, times, room);
  const these = found ? [found, ...first.filter(({ id }) => id !== found.id)].slice(0, room) : first;
  if (these.length === 0) return [];
  const jobs = these.map(({ row }) => take(db, wanted, times, row));
  const turn = drawTurn(db);
  refreshJobGroup(db, jobGroup, times, turn);
  setTurn(db, jobGroup.tenant, wanted.kinds, turn);
  return jobs;
};

const take = (db: Database, { worker, leaseMs }: TakeOptions, { wall }: Times, row: Row): ClaimedJob => {
  const lease = { worker, lease_until: wall + leaseMs, lease_for: leaseMs };
  const started = { fence: Number(row.fence) + 1, ready_at: 0, retry_at: 0, retry_for: 0 };
  return claimedJob(db, changeRow(db, "jobs", row, { ...started, ...lease }));
};

/**
 * Every claim raises the fence, and counts as an attempt unless rescheduled.
 * @throws {StoreDamaged} the payload can't be read
 */
export const claimedJob = (db: Database, row: Row): ClaimedJob => ({
  id: String(row.id),
  kind: String(row.kind),
  lane: String(row.lane),
  tenant: String(row.shop),
  dueAt: new Date(Number(row.due_at)),
  payload: parseStoredJson(db.file, row.payload, () => formatRowName("jobs", row.id)) as JsonObject,
  fence: Number(row.fence),
  enqueuedAt: new Date(Number(row.enqueued_at)),
  attempts: Number(row.fence) - Number(row.put_down),
});
