import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "#infra/memory/clock.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { refreshJobGroup } from "#infra/sqlite/queue/job-groups.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { type Figure, median, percentile } from "./measure.ts";

const claims = 400;
export const wanted = {
  kinds: ["export"],
  lanes: ["short", "long"],
  worker: "bench",
  leaseMs: 30_000,
  maxRunningPerShop: 2,
};

type Filling = { name: string; jobs: number; shops: number; later?: boolean };

const fillings: Filling[] = [
  { name: "10 due jobs of 10 shops", jobs: 10, shops: 10 },
  { name: "1,000 due jobs of 100 shops", jobs: 1_000, shops: 100 },
  { name: "100,000 due jobs of 1,000 shops", jobs: 100_000, shops: 1_000 },
  { name: "100,000 due jobs of one shop", jobs: 100_000, shops: 1 },
  { name: "100,000 jobs of 20,000 shops due since a moment ago", jobs: 100_000, shops: 20_000, later: true },
];

/** Jobs as enqueuing leaves them, in one transaction. */
export const fill = async (db: Database, { jobs, shops, later = false }: Filling, now: number): Promise<void> => {
  await db.write(() => {
    const insert = db.prepare(
      "INSERT INTO jobs (id, kind, lane, shop, due_at, ready_at, payload, enqueued_at) VALUES (?, 'export', ?, ?, ?, ?, '{}', 0)",
    );
    for (let n = 0; n < jobs; n += 1) {
      const dueAt = now - jobs + n;
      insert.run(`j${n}`, n % 3 === 0 ? "long" : "short", `shop-${n % shops}`, dueAt, later ? dueAt : 0);
    }
    // Before they are due, when they come later.
    const times = { now: later ? now - 2 * jobs : now, wall: now };
    for (let n = 0; n < shops; n += 1)
      for (const lane of wanted.lanes) refreshJobGroup(db, { kind: "export", lane, tenant: `shop-${n}` }, times);
  });
};

/** ms of each claim, and of a bare durable update of one row beside each. */
const measure = async (filling: Filling): Promise<{ claim: number[]; update: number[] }> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    const clock = createFakeClock("2026-11-20T12:00:00.000Z");
    const db = openStateDatabase(join(folder, "state.db"));
    const queue = createSqliteWorkQueue(db, clock);
    await fill(db, filling, clock.now().getTime());
    db.prepare("INSERT INTO state (key, value, version) VALUES ('bench', '0', 0)").run();
    const update = db.prepare("UPDATE state SET value = ? WHERE key = 'bench'");
    const times = { claim: [] as number[], update: [] as number[] };
    for (let n = 0; n < claims; n += 1) {
      const started = performance.now();
      const job = await queue.claim(wanted);
      times.claim.push(performance.now() - started);
      if (!job) throw new Error("There was nothing to claim.");
      await queue.scheduleRetry(job, 0);
      const updating = performance.now();
      await db.write(() => update.run(String(n)));
      times.update.push(performance.now() - updating);
    }
    await queue.close();
    return times;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Cost of a claim, for any queue length. Under 2 ms at 100,000 due jobs. */
export const run = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const filling of fillings) {
    const { claim, update } = await measure(filling);
    const [ours, peer] = [median(claim), median(update)];
    figures.push(
      {
        name: `claim, ${filling.name}, p50`,
        value: ours,
        unit: "ms",
        peer: { name: "durable update of one row", value: peer, ratio: ours / peer },
        goal: { text: "under 2 ms", met: ours < 2 },
      },
      { name: `claim, ${filling.name}, p99`, value: percentile(claim, 0.99), unit: "ms" },
    );
  }
  return figures;
};
