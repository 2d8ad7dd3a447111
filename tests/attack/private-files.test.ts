import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listProcesses } from "#processes/processes.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { freePort, startSheaf } from "#tests/support/start-sheaf.ts";

/** The parts of the data folder that another account on the machine can see. */

const root = fileURLToPath(new URL("../../", import.meta.url));
let dataDir: string;
let umask: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-private-"));
  // The usual default of a shell.
  umask = process.umask(0o022);
});
afterEach(async () => {
  process.umask(umask);
  await rm(dataDir, { recursive: true, force: true });
});

/** Everything in the data folder, with the mode of each; the folder itself is ''. */
const modes = async (): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const name of ["", ...(await readdir(dataDir, { recursive: true }))]) {
    const seen = await stat(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      // A file first written under another name no longer exists.
      if (error.code !== "ENOENT") throw error;
    });
    if (seen) found[name] = (seen.mode & 0o777).toString(8);
  }
  return found;
};

const openToOthers = (found: Record<string, string>) =>
  Object.entries(found).filter(([, mode]) => !/^[0-7]00$/.test(mode));

describe.skipIf(process.platform === "win32")("Another account on the machine", () => {
  it("can read nothing of a started product, after a login, an export and an e-mail", async () => {
    const sheaf = await startSheaf({ dataDir });
    try {
      const merchant = await logIn(sheaf, "aurora-demo");
      const design = await createDesign(merchant);
      const job = await generate(merchant, design.id, { range: { kind: "ninetyDays" } });
      await waitForExport(merchant, job.ReportExportId);
      await merchant.client.data("POST", "support/send-message", "Where do I find my reports?");
      await expect
        .poll(async () => Object.keys(await modes()))
        .toEqual(expect.arrayContaining([expect.stringMatching(/^outbox.*\.eml$/)]));
      const found = await modes();
      expect(Object.keys(found)).toEqual(
        expect.arrayContaining([
          ...["events.db", "events.db-wal", "events.db-shm", "state.db", "state.db-wal", "read-models.db"],
          ...["master.key", "demo.json", "demo-store.json"],
          expect.stringMatching(/^files.[^/\\]+$/),
        ]),
      );
      expect(openToOthers(found)).toEqual([]);
    } finally {
      await sheaf.stop();
    }
  });

  it("loses access to a folder that was open to all as soon as the product starts there", async () => {
    await (await startSheaf({ dataDir })).stop();
    for (const [name, mode] of Object.entries(await modes()))
      await chmod(join(dataDir, name), mode.startsWith("7") ? 0o755 : 0o644);
    const sheaf = await startSheaf({ dataDir });
    try {
      expect(openToOthers(await modes())).toEqual([]);
    } finally {
      await sheaf.stop();
    }
  });

  it.each(listProcesses({ demoStore: true }))(
    "can read nothing that $name creates when it is started alone",
    async ({ module, environment }) => {
      const child = fork(join(root, module), [], {
        cwd: root,
        execArgv: ["--disable-warning=ExperimentalWarning"],
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          LOG_LEVEL: "error",
          PORT: String(await freePort()),
          DEMO_STORE_PORT: String(await freePort()),
          SUPPORT_CONSOLE: "false",
          ...environment,
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const exited = once(child, "exit");
      try {
        let ready = false;
        child.on("message", (message: { kind?: unknown }) => {
          ready ||= message.kind === "ready";
        });
        await expect.poll(() => ready).toBe(true);
        const found = await modes();
        expect(Object.keys(found).length).toBeGreaterThan(1);
        expect(openToOthers(found)).toEqual([]);
      } finally {
        child.kill("SIGTERM");
        await exited;
      }
    },
  );
});
