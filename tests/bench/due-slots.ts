import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { listProcesses } from "#processes/processes.ts";
import { costOf } from "../load/costs.ts";
import type { FromScheduler, Noted, ToScheduler } from "./due-slots-child.ts";
import { fillDueSlots } from "./due-slots-fill.ts";
import { type Figure, numberAfter, seconds } from "./measure.ts";

/** Half of the jobs that may wait per shop (D-5). */
const reportsPerShop = 10;
const goalSeconds = 30;
/** Two turns of four: a shop's next turn may come while one of another is under way. */
const mostAhead = 8;
/** Slots of which the bare loop makes one transaction, as many as writes that Sheaf commits together. */
const together = 100;

const mostMiB = 250;
/** Between two looks at a scheduler's memory, ms. */
const every = 250;

const child = fileURLToPath(new URL("./due-slots-child.ts", import.meta.url));
/** A scheduler is one of the workers, and runs as Node runs those. */
const workers = listProcesses({ demoStore: false }).find(({ name }) => name === "workers");

/** `peak`, `end`: proportional set size of the largest scheduler until all exports were requested, MiB. */
type Measured = { noted: Noted[]; began: number; cpuSeconds: number; peak: number; end: number };

/** Schedulers that work on the folder until so many exports are requested. */
export const schedule = async (folder: string, schedulers: number, slots: number, begun = ""): Promise<Measured> => {
  const done = new Map<ChildProcess, number>();
  let isOver = false;
  const all: Noted[] = [];
  let [ready, cpuSeconds, began, peak, end] = [0, 0, 0, 0, 0];
  const say = (message: ToScheduler) => {
    // One that has ended hears nothing more.
    for (const one of done.keys()) if (one.connected) one.send(message);
  };
  const one = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const flags = process.env.BENCH_FLAGS?.split(" ") ?? workers?.flags ?? [];
      const process_ = fork(child, [folder, `worker-${n}`, begun], {
        execArgv: ["--disable-warning=ExperimentalWarning", ...flags],
        env: { ...process.env, ...workers?.environment },
      });
      done.set(process_, 0);
      let last = 0;
      const looking = setInterval(async () => {
        // A scheduler that ended has no memory, and its exit code tells why it ended.
        const cost = await costOf(process_.pid ?? 0).catch(() => undefined);
        if (isOver || !cost) return;
        last = cost.mib;
        peak = Math.max(peak, last);
      }, every);
      let [told, ended] = [false, false];
      process_.on("message", (message: FromScheduler) => {
        if (message === "ready") {
          ready += 1;
          if (ready < schedulers) return;
          began = performance.timeOrigin + performance.now();
          say("begin");
        } else if ("requested" in message) {
          done.set(process_, message.requested);
          if ([...done.values()].reduce((sum, count) => sum + count, 0) >= slots) {
            isOver = true;
            say("end");
          }
        } else {
          for (const each of message.noted) all.push(each);
          cpuSeconds += message.cpuSeconds;
          clearInterval(looking);
          end = Math.max(end, last);
          told = true;
          if (ended) resolve();
        }
      });
      process_.on("exit", (code) => {
        clearInterval(looking);
        ended = true;
        if (code !== 0) reject(new Error(`A scheduler ended with ${code}.`));
        else if (told) resolve();
      });
    });
  await Promise.all(Array.from({ length: schedulers }, (_, n) => one(n)));
  return { noted: all.sort((a, b) => a.at - b.at), began, cpuSeconds, peak, end };
};

/** By how many requests the shop that is furthest on is ahead of the one that is furthest behind, at the worst moment. */
export const largestLead = (tenants: readonly string[], shops: number): number => {
  const shares = new Map<string, number>();
  const withShare = new Map<number, number>([[0, shops]]);
  let [least, most, lead] = [0, 0, 0];
  for (const tenant of tenants) {
    const before = shares.get(tenant) ?? 0;
    shares.set(tenant, before + 1);
    withShare.set(before, (withShare.get(before) ?? 0) - 1);
    withShare.set(before + 1, (withShare.get(before + 1) ?? 0) + 1);
    most = Math.max(most, before + 1);
    while (withShare.get(least) === 0) least += 1;
    lead = Math.max(lead, most - least);
  }
  return lead;
};

/** Writes what the schedulers left (events, frozen inputs) into bare tables as durably, one transaction after the other; seconds. */
const bareAppends = async (folder: string, events: string, inputs: string): Promise<{ time: number; rows: number }> => {
  const read = (file: string, sql: string) => {
    const db = new DatabaseSync(join(folder, file), { readOnly: true });
    const rows = db.prepare(sql).all() as Record<string, string | number>[];
    db.close();
    return rows.map((row) => Object.values(row));
  };
  const bare = (file: string, table: string) => {
    const db = new DatabaseSync(join(folder, file));
    db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; ${table}`);
    return db;
  };
  const events_ = bare(
    "bare-events.db",
    "CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, id TEXT, type TEXT, data TEXT, metadata TEXT, UNIQUE (stream, version))",
  );
  const inputs_ = bare("bare-state.db", "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT)");
  const work = [
    {
      db: events_,
      insert: events_.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)"),
      rows: read("events.db", events),
    },
    { db: inputs_, insert: inputs_.prepare("INSERT INTO state VALUES (?, ?)"), rows: read("state.db", inputs) },
  ];
  const time = await seconds(() => {
    for (const { db, insert, rows } of work)
      for (let n = 0; n < rows.length; n += together) {
        db.exec("BEGIN IMMEDIATE");
        for (const row of rows.slice(n, n + together)) insert.run(...row);
        db.exec("COMMIT");
      }
  });
  for (const { db } of work) db.close();
  return { time, rows: work.reduce((sum, { rows }) => sum + rows.length, 0) };
};

/**
 * Automated reports of many shops that are due in the same minute, until the export of each is requested; beside a bare loop that writes the
 * same events and inputs as durably. `--slots`: how many, `--schedulers`: in how many processes, `--just-started`: which know nothing of any shop yet.
 */
export const run = async (): Promise<Figure[]> => {
  const slots = numberAfter("--slots", 100_000);
  const schedulers = numberAfter("--schedulers", 1);
  const begun = process.argv.includes("--just-started") ? "just-started" : "";
  const shops = Math.ceil(slots / reportsPerShop);
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    await fillDueSlots(folder, { shops, reportsPerShop });
    const { noted, began, cpuSeconds, peak, end } = await schedule(folder, schedulers, shops * reportsPerShop, begun);
    const requests = noted.filter(({ type }) => type === "ExportRequested");
    if (requests.length !== shops * reportsPerShop)
      throw new Error(`${requests.length} exports of ${shops * reportsPerShop} slots were requested.`);
    const wall = ((requests.at(-1)?.at ?? Number.NaN) - began) / 1_000;
    const lastClaim = ((noted.findLast(({ type }) => type === "SlotClaimed")?.at ?? Number.NaN) - began) / 1_000;
    const bare = await bareAppends(
      folder,
      `SELECT position, stream, version, id, type, data, metadata FROM events
       WHERE stream LIKE 'automation-%' OR stream LIKE 'run-%' OR stream LIKE 'export-%' ORDER BY position`,
      "SELECT key, value FROM state WHERE key LIKE 'input:%'",
    );
    const lead = largestLead(
      requests.map(({ tenant }) => tenant),
      shops,
    );
    const began_ = begun === "just-started" ? " that have just started" : "";
    const of = `${requests.length.toLocaleString("en")} slots of ${shops.toLocaleString("en")} shops, ${schedulers === 1 ? "one scheduler" : `${schedulers} schedulers`}${began_}`;
    const goal = (goalSeconds * requests.length) / 100_000;
    return [
      { name: `${of}`, value: requests.length / wall, unit: "slots/s" },
      {
        name: "the last export is requested after",
        value: wall,
        unit: "s",
        peer: {
          name: `bare appends of the same ${bare.rows.toLocaleString("en")} rows`,
          value: bare.time,
          ratio: wall / bare.time,
        },
        goal: { text: `100,000 within ${goalSeconds} s`, met: wall <= goal },
      },
      { name: "the last slot is claimed after", value: lastClaim, unit: "s" },
      { name: "processor", value: (cpuSeconds * 1e6) / requests.length, unit: "µs/slot" },
      {
        name: "memory of a scheduler at most",
        value: peak,
        unit: "MiB",
        goal: { text: `at most ${mostMiB} MiB`, met: peak <= mostMiB },
      },
      { name: "memory of a scheduler at the end", value: end, unit: "MiB" },
      {
        name: "furthest shop before the last one",
        value: lead,
        unit: "slots",
        goal: { text: `at most ${mostAhead}`, met: lead <= mostAhead },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
