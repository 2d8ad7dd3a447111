import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { readConfig } from "../config/config.ts";
import { openEmbeddedStores } from "../sqlite/open-embedded.ts";
import { createSystemClock } from "../system/clock.ts";
import { troubleWithStores } from "./check-stores.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-start-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Starts everything with an environment that cannot work; answers the exit code and what was said. */
const startInVain = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO_STORE_PORT: String(await freePort()),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
};

describe("a start that cannot succeed", () => {
  it("says in one sentence that the master key is missing, makes no other one and starts nothing", async () => {
    const stores = openEmbeddedStores({ dataDir, clock: createSystemClock(), readModels: "none" });
    await stores.close();
    await rm(join(dataDir, "master.key"));
    const { code, said } = await startInVain({});
    expect(code).toBe(1);
    expect(said.trim().split("\n")).toEqual([
      expect.stringMatching(/master\.key is missing.*Put it back, or set MASTER_KEY/),
    ]);
    expect((await startInVain({})).said).toBe(said);
  });

  it("says which port is taken", async () => {
    const taken = createServer().listen(0);
    await once(taken, "listening");
    const address = taken.address();
    if (typeof address !== "object" || !address) throw new Error("The system gave no port.");
    const { code, said } = await startInVain({ PORT: String(address.port) });
    taken.close();
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^Port ${address.port} is taken\\..*set PORT`));
  });

  it("says that both ports are the same", async () => {
    const { code, said } = await startInVain({ PORT: "4567", DEMO_STORE_PORT: "4567" });
    expect(code).toBe(1);
    expect(said).toMatch(/PORT and DEMO_STORE_PORT are both 4567/);
  });
});

describe("the stores before a start", () => {
  it("are in order in a new folder, and again the next time", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    expect(await troubleWithStores(config)).toBeUndefined();
    expect(await troubleWithStores(config)).toBeUndefined();
  });

  it("are in trouble with another key, a file that is no database, or one of a newer version", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    await troubleWithStores(config);
    const otherKey = readConfig({ DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 1).toString("base64") });
    expect(await troubleWithStores(otherKey)).toMatch(/Set MASTER_KEY to that one/);
    await writeFile(
      join(dataDir, "events.db"),
      "this is no database at all, and long enough to be looked at".repeat(20),
    );
    expect(await troubleWithStores(config)).toMatch(
      /^DATA_DIR: the stores in .* cannot be used \(file is not a database\)/,
    );
  });
});
