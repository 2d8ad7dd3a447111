import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { claimOf, fillStores, owner } from "#tests/support/moved.ts";
import { openOwnEvents } from "./eventstoredb/own-events.ts";
import { createClosing } from "./eventstoredb/support.ts";
import { mongoUrl, ownMongoUrl } from "./mongodb/support.ts";

const open = createClosing();
let folders: string[];
beforeEach(() => {
  folders = [];
});
afterEach(async () => {
  await open.closeAll();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-moving-"));
  folders.push(folder);
  return folder;
};

const main = fileURLToPath(new URL("../../processes/move/main.ts", import.meta.url));
/** `npm run move` with these settings; answers its exit code and what it said. */
const move = async (env: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code: Number(code), said };
};

const aFolder = async (): Promise<string> => {
  const folder = await newFolder();
  const stores = await openStores({ config: { DATA_DIR: folder }, clock: createSystemClock(), readModels: "none" });
  await stores.check();
  await fillStores(stores, new Date());
  await stores.close();
  return folder;
};

/** A failed test reports the output. */
const done = { code: 0, said: expect.stringMatching(/^All of .* is in .*, too\./m) };

const there = ["--from", "embedded", "--to", "distributed"];
const back = ["--from", "distributed", "--to", "embedded"];

describe("npm run move, of events to EventStoreDB and the rest to another folder,", () => {
  it("moves there and back, and confirms that both sides are the same", async () => {
    const server = await open.server();
    const [from, rest, home] = [await aFolder(), await newFolder(), await newFolder()];
    const env = { EVENTSTORE_URL: server.url };
    const first = await move({ ...env, DATA_DIR: from }, ...there, "--folder", rest);
    expect(first).toEqual(done);
    expect(first.said).toMatch(/^Compared: 7 events, SHA-256 [0-9a-f]{64} in both\.$/m);
    expect(first.said).toMatch(/Keep the folder .* as a backup, and don't start Sheaf on it again/);
    const again = await move({ ...env, DATA_DIR: from }, ...there, "--folder", rest);
    expect(again).toEqual(done);
    expect(again.said).toMatch(/was done on .*: both are compared\./);

    const stores = await openStores({
      config: { DATA_DIR: rest, EVENTSTORE_URL: server.url },
      clock: createSystemClock(),
      readModels: "none",
    });
    await stores.check();
    expect((await stores.eventStore.readStream("export-a")).map(({ version }) => version)).toEqual([0, 1, 2, 3, 4]);
    await stores.close();

    expect(await move({ ...env, DATA_DIR: home }, ...back, "--folder", rest)).toEqual(done);
    const embedded = await openStores({ config: { DATA_DIR: home }, clock: createSystemClock(), readModels: "none" });
    await embedded.check();
    expect(await embedded.fileStore.list()).toEqual(["a.csv", "b.csv", "c.csv"]);
    await embedded.close();
  });

  it("continues after the server was unreachable, and appends nothing twice", async () => {
    const server = await open.server();
    const [from, rest] = [await aFolder(), await newFolder()];
    const settings = { EVENTSTORE_URL: server.url, DATA_DIR: from };
    // It has an id already, so that what is lost is a response to the move.
    await open.store(server.url);
    const lost = server.loseNextAnswer("silence");
    const [moved] = await Promise.all([move(settings, ...there, "--folder", rest), lost]);
    expect(moved).toEqual(done);
    expect(moved.said).toMatch(/^Compared: 7 events/m);
  });

  it("is refused with a message while Sheaf runs on the folder, or if something is missing", async () => {
    const server = await open.server();
    const [from, rest] = [await aFolder(), await newFolder()];
    const settings = { EVENTSTORE_URL: server.url, DATA_DIR: from };
    const stores = await openStores({ config: { DATA_DIR: from }, clock: createSystemClock(), readModels: "none" });
    const refused = await move(settings, ...there, "--folder", rest);
    await stores.close();
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/^Sheaf is running on .*\. Stop it first, then run 'npm run move' again\.\n$/),
    });
    expect((await move(settings, ...there)).said).toMatch(/name with --folder the folder/);
    expect((await move({ DATA_DIR: from }, ...there)).said).toMatch(/Set EVENTSTORE_URL and MONGODB_URL/);
    expect((await move({ ...settings, DATA_DIR: rest }, ...there, "--folder", from)).said).toMatch(
      /There is no data of Sheaf in .*\. Nothing was changed\./,
    );
  });
});

describe.skipIf(mongoUrl() === undefined)("npm run move, of everything to EventStoreDB and MongoDB,", () => {
  const ownEngines = async () => ({
    EVENTSTORE_URL: open.keep(await openOwnEvents(inject("eventStore"))).url,
    MONGODB_URL: ownMongoUrl(),
  });

  it("moves there and back, with the data unchanged and the same master key", async () => {
    const [from, home] = [await aFolder(), await newFolder()];
    const MASTER_KEY = (await readFile(join(from, "master.key"), "utf8")).trim();
    const engines = { ...(await ownEngines()), MASTER_KEY };
    const first = await move({ ...engines, DATA_DIR: from }, ...there);
    expect(first).toEqual(done);
    expect(first.said.match(/^Compared: .* in both\.$/gm)).toHaveLength(5);
    expect(first.said).toMatch(/to EventStoreDB at .* and MongoDB at /);

    const config = { DATA_DIR: await newFolder(), ...engines };
    const clock = createSystemClock();
    const stores = await openStores({ config, clock, readModels: "none" });
    await stores.check();
    expect(await stores.workQueue.getStatus("done")).toBe("completed");
    expect(await stores.workQueue.listDead(9)).toMatchObject([
      { id: "dead", reason: "it could not be done", attempts: 1 },
    ]);
    expect(await stores.stateStore.find("kind", "page")).toMatchObject([{ key: "page" }]);
    expect(await stores.fileStore.list()).toEqual(["a.csv", "b.csv", "c.csv"]);
    expect(await stores.fileStore.size("b.csv")).toBe(100_000);
    const [name] = await stores.vault.findReferences(["Ada"], { owner, prefix: "person-" });
    expect(await stores.vault.read(name ?? "")).toBe("Ada");
    await stores.close();

    expect(await move({ ...engines, DATA_DIR: from }, ...there)).toEqual(done);
    expect(await move({ ...engines, DATA_DIR: home }, ...back)).toEqual(done);
    const embedded = await openStores({ config: { DATA_DIR: home, MASTER_KEY }, clock, readModels: "none" });
    await embedded.check();
    const claimed = await embedded.workQueue.claimBatch(claimOf(), 9);
    expect(claimed.map(({ id, attempts }) => [id, attempts])).toEqual([
      ["leased", 2],
      ["open", 1],
    ]);
    await embedded.close();
  });

  it("moves claimable jobs, and reports if the data has been used since", async () => {
    const from = await aFolder();
    const MASTER_KEY = (await readFile(join(from, "master.key"), "utf8")).trim();
    const engines = { ...(await ownEngines()), MASTER_KEY };
    expect(await move({ ...engines, DATA_DIR: from }, ...there)).toEqual(done);
    const config = { DATA_DIR: await newFolder(), ...engines };
    const stores = await openStores({ config, clock: createSystemClock(), readModels: "none" });
    const claimed = await stores.workQueue.claimBatch(claimOf(), 9);
    expect(claimed.map(({ id, fence, attempts }) => [id, fence, attempts])).toEqual([
      ["leased", 2, 2],
      ["open", 2, 1],
    ]);
    await stores.close();
    const again = await move({ ...engines, DATA_DIR: from }, ...there);
    expect(again.code).toBe(1);
    expect(again.said).toMatch(/The jobs of .* are not the same .*: keep the one that you use\./);
  });

  it("is refused with another master key, before anything is written", async () => {
    const from = await aFolder();
    const engines = await ownEngines();
    const refused = await move(
      { ...engines, DATA_DIR: from, MASTER_KEY: Buffer.alloc(32, 1).toString("base64") },
      ...there,
    );
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/^The master key is not the one .*state\.db was written with/);
    expect((await move({ ...engines, DATA_DIR: from }, ...there)).said).toMatch(
      /MASTER_KEY: must be set when MONGODB_URL is/,
    );
  });
});
