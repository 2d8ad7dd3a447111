import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { readSchema } from "#infra/sqlite/read-models/read-schema.ts";
import { createDesign, logIn, type Merchant } from "#tests/support/merchant.ts";
import { descendantsOf } from "#tests/support/processes.ts";
import { runRepair } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const run = promisify(execFile);
const env = { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "error" };

let dataDir: string;
let ports: [number, number];
let sheaf: StartedSheaf | undefined;
let designs: string[];

const start = async () => {
  sheaf = await startSheaf({ dataDir, ports, env });
  return sheaf;
};
const stop = async () => {
  const running = sheaf;
  sheaf = undefined;
  await running?.stop();
};
const fileIn = (name: string) => join(dataDir, name);
const remove = async (name: string) => {
  for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(name + ending), { recursive: true, force: true });
};
/** Moves the WAL into the file. Otherwise the damage would be in pages that are no longer read. */
const settle = (name: string) => {
  const db = new DatabaseSync(fileIn(name));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
};
/** Overwrites a part of a file where it is, as a bad disk does. */
const garble = async (name: string, from: number, bytes?: number) => {
  const file = await open(fileIn(name), "r+");
  const { size } = await file.stat();
  const garbage = Buffer.alloc(bytes ?? size - from, "no page ");
  await file.write(garbage, 0, garbage.length, from);
  await file.close();
};
const idsOf = async (merchant: Merchant) =>
  (await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports")).map(({ id }) => id);
const healthOf = async ({ url }: StartedSheaf) => {
  const response = await fetch(`${url}/healthz`);
  return { status: response.status, ...((await response.json()) as { reasons: string[]; notes: string[] }) };
};
const setAside = async () => (await readdir(dataDir)).filter((name) => /^read-models\.damaged-.*\.db$/.test(name));

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-damaged-"));
  ports = [await freePort(), await freePort()];
  const merchant = await logIn(await start(), "aurora-demo");
  designs = [];
  for (let n = 0; n < 12; n += 1) designs.push((await createDesign(merchant)).id);
  await stop();
});
afterEach(stop);
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe("given read-models.db was damaged while Sheaf was stopped", () => {
  it.each<[string, () => Promise<void>]>([
    ["its head is garbage", () => garble("read-models.db", 0, 100)],
    ["its pages are torn", async () => garble("read-models.db", 4096)],
    ["its end is cut off", async () => truncate(fileIn("read-models.db"), 3 * 4096 + 100)],
    [
      "a folder stands there",
      async () => {
        await remove("read-models.db");
        await mkdir(fileIn("read-models.db"));
      },
    ],
    [
      "it has other tables",
      async () => {
        await remove("read-models.db");
        const db = new DatabaseSync(fileIn("read-models.db"));
        db.exec(`CREATE TABLE checkpoints (name TEXT); PRAGMA user_version = ${readSchema.version}`);
        db.close();
      },
    ],
  ])("when %s, then it is moved aside and rebuilt, and log and health say so", async (what, damage) => {
    const before = await setAside();
    settle("read-models.db");
    await damage();
    const started = await start();
    const merchant = await logIn(started, "aurora-demo");
    await expect.poll(() => idsOf(merchant)).toEqual(designs);
    const aside = (await setAside()).filter((name) => !before.includes(name));
    expect(aside).toHaveLength(1);
    const health = await healthOf(started);
    expect(health.status).toBe(200);
    expect(health.notes.join("\n")).toContain(String(aside[0]));
    const found = what === "a folder stands there" ? "was a folder" : "was damaged \\(.*\\)";
    expect(started.output()).toMatch(
      new RegExp(`read-models\\.db ${found}\\. It is .* now, and the read models are rebuilt`),
    );
    expect(started.output()).not.toMatch(/"stack"|\n {4}at /);
  });
});

describe("given read-models.db is damaged while Sheaf runs", () => {
  it("when lists are read, then it is moved aside and rebuilt automatically", async () => {
    const before = await setAside();
    settle("read-models.db");
    const started = await start();
    const merchant = await logIn(started, "aurora-demo", { patience: 60_000 });
    await garble("read-models.db", 0);
    designs.push((await merchant.client.data<{ id: string }>("POST", "reports/create-new")).id);
    const lookOn = async () => {
      await idsOf(merchant).catch(() => []);
      return (await setAside()).length;
    };
    await expect.poll(lookOn).toBe(before.length + 1);
    await expect.poll(() => idsOf(merchant).catch(() => [])).toEqual(designs);
    await expect.poll(async () => (await healthOf(started)).status).toBe(200);
    expect(started.output()).not.toMatch(/"stack"|\n {4}at /);
  });
});

describe("given a damaged store that can't be rebuilt", () => {
  const refusal = async () => {
    const error = await start().then(
      () => undefined,
      (failed: Error) => failed,
    );
    if (!error) throw new Error("Sheaf started.");
    return error.message;
  };

  it.each(["events.db", "state.db"])(
    "when %s is garbage, then the start fails with one message that names the file and the command",
    async (name) => {
      settle(name);
      const whole = await readFile(fileIn(name));
      await garble(name, 0);
      const said = await refusal();
      await writeFile(fileIn(name), whole);
      expect(said).toMatch(
        new RegExp(
          `${name} is damaged \\(.*\\)\\. Stop Sheaf, then restore ${name} from a backup or run 'npm run repair'`,
        ),
      );
      expect(said).not.toMatch(/\n {4}at /);
    },
  );

  it("when an event's text is invalid, then start and repair name it, and Sheaf starts when repaired", async () => {
    settle("events.db");
    const whole = await mkdtemp(join(tmpdir(), "sheaf-damaged-whole-"));
    await cp(dataDir, whole, { recursive: true });
    const db = new DatabaseSync(fileIn("events.db"));
    db.exec("UPDATE events SET data = '{ torn' WHERE position = (SELECT max(position) - 1 FROM events)");
    db.close();
    const said = await refusal();
    expect(said).toMatch(/events\.db is damaged \(event \d+ cannot be read\)\. Stop Sheaf, .* run 'npm run repair'/);
    expect(said).not.toMatch(/\n {4}at /);
    const looked = await runRepair(dataDir);
    expect(looked.said).toMatch(/events\.db is damaged \(event \d+ cannot be read\)\. Its first \d+ events/);
    expect(looked.code).toBe(1);
    const mended = await runRepair(dataDir, "--mend");
    expect(mended.said).toMatch(/The stores belong together again/);
    expect(`${looked.said}${mended.said}`).not.toMatch(/\n {4}at /);
    await logIn(await start(), "aurora-demo", { patience: 60_000 });
    await stop();
    await rm(dataDir, { recursive: true });
    await cp(whole, dataDir, { recursive: true });
    await rm(whole, { recursive: true });
  });

  it.each(["demo.json", "demo-store.json"])(
    "when %s isn't JSON, then the start fails with one message that names it",
    async (name) => {
      const kept = await readFile(fileIn(name), "utf8").catch(() => undefined);
      await writeFile(fileIn(name), "{ torn");
      const said = await startSheaf({ dataDir, ports, env: { LOG_LEVEL: "error" } }).then(
        async (started) => {
          await started.stop();
          return "Sheaf started.";
        },
        (failed: Error) => failed.message,
      );
      if (kept === undefined) await rm(fileIn(name));
      else await writeFile(fileIn(name), kept);
      expect(said).toMatch(new RegExp(`${name} does(n't| not) hold .*Delete it`));
      expect(said).not.toMatch(/\n {4}at /);
    },
  );

  it("when events.db is damaged while Sheaf runs, then health names the file and the command", async () => {
    settle("events.db");
    const whole = await readFile(fileIn("events.db"));
    onTestFinished(async () => {
      await stop();
      await writeFile(fileIn("events.db"), whole);
    });
    const started = await start();
    await garble("events.db", 0);
    const { stdout } = await run("ps", ["-A", "-o", "pid=,args="]);
    const children = await descendantsOf(started.process.pid ?? 0);
    for (const line of stdout.split("\n")) {
      const [, pid] = /^\s*(\d+) .*exporter\/main\.ts/.exec(line) ?? [];
      if (pid !== undefined && children.includes(Number(pid))) process.kill(Number(pid), "SIGKILL");
    }
    const said = () => healthOf(started).then(({ status, reasons }) => `${status} ${reasons.join("\n")}`);
    // The web process ends too. Until the supervisor answers in its place, a connection may be reset.
    await expect.poll(said).toMatch(/^503 (.*\n)*.*events\.db is damaged \(.*\)\. Stop Sheaf, .* run 'npm run repair'/);
    expect(started.output()).not.toMatch(/"stack"|\n {4}at /);
  });
});
