import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Opens all stores by settings, and prints the modules loaded for it, or why that failed. */
const program = (settings: object) => `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
const { openStores } = await import("./infra/stores/open-stores.ts");
const { createSystemClock } = await import("./infra/system/clock.ts");
try {
  const stores = await openStores({ config: ${JSON.stringify(settings)}, clock: createSystemClock(), readModels: "write" });
  await stores.check();
  await stores.close();
} catch (error) {
  loaded.push(error.name + ": " + error.message);
}
console.log(loaded.join("\\n"));`;

let folder: Awaited<ReturnType<typeof createTempFolder>>;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const opened = async (settings: object): Promise<string> => {
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module"];
  const config = { DATA_DIR: folder.path, ...settings };
  const { stdout } = await run(process.execPath, [...flags, "-e", program(config)], {
    cwd: root,
    env: childEnvironment,
  });
  return stdout;
};
const clients = /node_modules\/(mongodb|kafkajs|@eventstore|@grpc)\//;

it("embedded stores are opened without loading any engine's client", async () => {
  const loaded = await opened({});
  expect(loaded).toContain("infra/sqlite/events/event-store.ts");
  expect(loaded).not.toMatch(clients);
});

it.each([
  ["EVENTSTORE_URL", "esdb://name:hush@:x", "@eventstore"],
  ["MONGODB_URL", "mongodb://name:hush@h/a b", "mongodb"],
  ["KAFKA_BROKERS", "kafka://name:hush@", "kafkajs"],
])(
  "%s loads its client, and refuses an invalid address with an error without its password",
  async (name, url, client) => {
    const loaded = await opened({ [name]: url, MASTER_KEY: Buffer.alloc(32, 7).toString("base64") });
    expect([...new Set(loaded.match(new RegExp(clients, "g")))].length).toBeGreaterThan(0);
    expect(loaded).toContain(`/${client}/`);
    expect(loaded).toMatch(new RegExp(`^BadConfiguration: ${name}: .*\\.$`, "m"));
    expect(loaded).not.toContain("hush");
  },
);
