import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { createDesign, logIn, type Merchant } from "#tests/support/merchant.ts";
import { childOf } from "#tests/support/processes.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const patience = { timeout: 60_000 };

let folder: string;
let dataDir: string;
let sheaf: StartedSheaf;
let merchant: Merchant;
const designs: string[] = [];

const fileIn = (name: string) => join(dataDir, name);
const health = async () => {
  const response = await fetch(`${sheaf.url}/healthz`).catch(() => undefined);
  if (!response) return { status: 0, reasons: "" };
  const { reasons } = (await response.json()) as { reasons: string[] };
  return { status: response.status, reasons: reasons.join("\n") };
};
const lists = async () =>
  (await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports").catch(() => [])).map(({ id }) => id);
const givenADesign = async () => {
  designs.push((await createDesign(merchant)).id);
};
const expectWell = async () => {
  await expect.poll(async () => (await health()).status, patience).toBe(200);
  await expect.poll(lists, patience).toEqual(designs);
  await givenADesign();
  await expect.poll(lists, patience).toEqual(designs);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-lost-"));
  dataDir = join(folder, "data");
  sheaf = await startSheaf({ dataDir, env: { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "error" } });
  merchant = await logIn(sheaf, "aurora-demo");
  await givenADesign();
});
afterAll(async () => {
  await sheaf?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("given Sheaf runs", () => {
  it.each(["events.db", "state.db"])(
    "when %s is moved away, then health says so, commands are refused, and all continues when it is back",
    async (name) => {
      await rename(fileIn(name), join(folder, name));
      await expect.poll(health, patience).toEqual({
        status: 503,
        reasons: expect.stringMatching(new RegExp(`${name} was removed, or moved away, while Sheaf ran`)),
      });
      await expect
        .poll(
          async () =>
            (await fetch(`${sheaf.url}/api/reports/create-new`, { method: "POST" }).catch(() => undefined))?.status,
          patience,
        )
        .toBe(503);
      expect(existsSync(fileIn(name))).toBe(false);
      await rename(join(folder, name), fileIn(name));
      await expectWell();
    },
    180_000,
  );

  it.each([
    ["events.db-wal", "removed"],
    ["events.db-shm", "removed"],
    ["state.db-wal", "replaced"],
  ])(
    "when %s is %s and a process is killed, then all processes restart at once, without losing data",
    async (name, what) => {
      const told = sheaf.output().length;
      if (what === "removed") await rm(fileIn(name));
      else {
        await writeFile(join(folder, name), "");
        await rename(join(folder, name), fileIn(name));
      }
      await givenADesign();
      process.kill(await childOf(sheaf.process.pid, "processes/web.ts"), "SIGKILL");
      await expect
        .poll(() => sheaf.output().slice(told), patience)
        .toMatch(new RegExp(`${name} was ${what} while Sheaf ran\\. [^]*The files of .* are in order again\\.`));
      await expectWell();
      expect(sheaf.output().slice(told)).not.toMatch(/is damaged|npm run repair/);
    },
    180_000,
  );

  it("when the data folder is moved away, then health says so, and all continues when it is back", async () => {
    const elsewhere = join(folder, "elsewhere");
    await rename(dataDir, elsewhere);
    await expect.poll(health, patience).toMatchObject({
      status: 503,
      reasons: expect.stringMatching(/events\.db was removed, or moved away, while Sheaf ran/),
    });
    await expect
      .poll(async () => (await fetch(`${sheaf.url}/Login`).catch(() => undefined))?.status, patience)
      .toBe(503);
    expect(existsSync(fileIn("events.db"))).toBe(false);
    await rm(dataDir, { recursive: true, force: true });
    await rename(elsewhere, dataDir);
    await expectWell();
  }, 180_000);

  it("when read-models.db is removed, then the lists are rebuilt", async () => {
    for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(`read-models.db${ending}`), { force: true });
    await expectWell();
  }, 180_000);

  it("when master.key is removed, then health says so, and a killed process waits for it", async () => {
    await rename(fileIn("master.key"), join(folder, "master.key"));
    await expect
      .poll(async () => (await fetch(`${sheaf.url}/healthz`)).text(), patience)
      .toMatch(/"ok":true.*master\.key is missing\. What is running continues/);
    process.kill(await childOf(sheaf.process.pid, "processes/workers.ts"), "SIGKILL");
    await expect.poll(health, patience).toEqual({
      status: 503,
      reasons: expect.stringMatching(
        /^workers: .*master\.key is missing, and .*state\.db was written with it\. Restore it/,
      ),
    });
    await rename(join(folder, "master.key"), fileIn("master.key"));
    await expectWell();
  }, 180_000);

  it("when files is replaced by a file, then health says so until the folder is back", async () => {
    await rename(fileIn("files"), join(folder, "files"));
    await writeFile(fileIn("files"), "");
    await expect
      .poll(health, patience)
      .toEqual({ status: 503, reasons: expect.stringMatching(/files is not a folder/) });
    await rm(fileIn("files"));
    await rename(join(folder, "files"), fileIn("files"));
    await expectWell();
  }, 180_000);

  it("then none of these cases logs a stack trace", () => {
    expect(sheaf.output()).not.toMatch(/"stack"|\n {4}at /);
  });
});
