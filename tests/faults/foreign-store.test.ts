import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { copyFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { CallFailed } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { runRepair } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const env = { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "fatal" };
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Two folders that were worked with once, and a copy of the first for each test. */
let worked: string;
let other: string;
let dataDir: string;
let ports: [number, number];
let merchant: Merchant;
let design: string;
let link: string;
let sheaf: StartedSheaf | undefined;
const children: ChildProcess[] = [];

const start = async (folder = dataDir) => {
  sheaf = await startSheaf({ dataDir: folder, ports, env });
  return sheaf;
};
const stop = async () => {
  const running = sheaf;
  sheaf = undefined;
  await running?.stop();
};
const remove = async (name: string) => {
  for (const ending of ["", "-wal", "-shm"]) await rm(join(dataDir, name + ending), { force: true });
};
/** A process of Sheaf without its supervisor. */
const startAlone = (module: string) => {
  const child = fork(join(root, module), [], {
    cwd: root,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {
      ...childEnvironment,
      DATA_DIR: dataDir,
      PORT: String(ports[0]),
      DEMO_STORE_PORT: String(ports[1]),
      LOG_LEVEL: "fatal",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  return { child, said: () => said };
};
const titlesOf = (one: Merchant) => one.client.data<ReportDesignItem[]>("GET", "reports/get-reports");

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  [other, worked] = [await mkdtemp(join(tmpdir(), "sheaf-other-")), await mkdtemp(join(tmpdir(), "sheaf-worked-"))];
  await createDesign(await logIn(await start(other), "aurora-demo"));
  await stop();
  merchant = await logIn(await start(worked), "aurora-demo");
  design = (await createDesign(merchant)).id;
  const { ReportExportId } = await generate(merchant, design, { range: { kind: "sevenDays" } });
  link = (await waitForExport(merchant, ReportExportId)).PublicUrl ?? "";
  await stop();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-foreign-"));
  await cp(worked, dataDir, { recursive: true });
});
afterEach(async () => {
  await stop();
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(async () => {
  for (const folder of [worked, other]) await rm(folder, { recursive: true, force: true });
});

const putInOtherState = async () => {
  await remove("state.db");
  for (const name of ["state.db", "master.key"]) await copyFile(join(other, name), join(dataDir, name));
};

describe("given a state.db that belongs to another events.db", () => {
  beforeEach(putInOtherState);

  it("when Sheaf is started, then it refuses with one message, and runs again after the repair", async () => {
    await expect(start()).rejects.toThrow(/belong to another event store .* run 'npm run repair'/);
    expect(await runRepair(dataDir)).toMatchObject({ code: 1 });
    expect(await runRepair(dataDir, "--mend")).toMatchObject({ code: 0 });
    const again = await logIn(await start(), "aurora-demo");
    await expect.poll(async () => (await titlesOf(again)).map(({ id }) => id)).toEqual([design]);
  });

  it.each([
    "projections/main.ts",
    "scheduler/main.ts",
    "exporter/main.ts",
    "deliverer/main.ts",
    "upkeep/main.ts",
    "processes/workers.ts",
    "processes/web.ts",
  ])("when %s is started alone, then it ends at once with that message", async (module) => {
    const { child, said } = startAlone(module);
    expect(await once(child, "close")).toEqual([1, null]);
    expect(said()).toMatch(/belong to another event store .* run 'npm run repair'/);
    expect(said()).not.toMatch(/"stack"|\n {4}at /);
  });
});

describe("given state.db or events.db is missing", () => {
  it("when state.db is missing, then Sheaf doesn't start, and each shop has its designs after the repair", async () => {
    await remove("state.db");
    await expect(start()).rejects.toThrow(/state\.db is missing beside .*run 'npm run repair'/);
    expect(await runRepair(dataDir, "--mend")).toMatchObject({ code: 0 });
    const again = await logIn(await start(), "aurora-demo");
    const old = await merchant.client.call("GET", "account/status");
    expect(old.status).toBe(401);
    expect(again.account).toEqual(merchant.account);
    await expect.poll(async () => (await titlesOf(again)).map(({ id }) => id)).toEqual([design]);
  });

  it("when events.db is missing, then Sheaf doesn't start, and the repair names what is lost", async () => {
    await remove("events.db");
    await expect(start()).rejects.toThrow(/events\.db is missing beside .*run 'npm run repair'/);
    expect((await runRepair(dataDir)).said).toMatch(/Exports that are lost:\n/);
    expect(await runRepair(dataDir, "--mend")).toMatchObject({ code: 0 });
    const again = await logIn(await start(), "aurora-demo");
    const { id } = await createDesign(again);
    const job = await generate(again, id, { range: { kind: "sevenDays" } });
    await waitForExport(again, job.ReportExportId);
  });
});

const untilReady = async (child: ChildProcess): Promise<void> => {
  for await (const [message] of on(child, "message")) if (message.kind === "ready") return;
};

describe("given the read models are missing and not rebuilt yet", () => {
  it("when a merchant requests a list, then it is unavailable rather than empty, until it is rebuilt", async () => {
    await remove("read-models.db");
    await untilReady(startAlone("processes/web.ts").child);
    const asked = [
      "reports/get-reports",
      `reports/get-report?id=${design}`,
      "filters/get-filters",
      "reporting/getExportList",
    ];
    for (const path of asked) {
      const failed = await merchant.client.data("GET", path).catch((error: unknown) => error);
      expect(failed, path).toBeInstanceOf(CallFailed);
      expect((failed as CallFailed).status, path).toBe(503);
    }
    // A link is with a supplier: the export's own stream leads to its file meanwhile (ADR 78).
    expect((await fetch(new URL(link, merchant.client.baseUrl))).status).toBe(200);
    await untilReady(startAlone("projections/main.ts").child);
    await expect.poll(() => titlesOf(merchant).catch(() => [])).toMatchObject([{ id: design }]);
    await expect.poll(async () => (await fetch(new URL(link, merchant.client.baseUrl))).status).toBe(200);
  });
});
