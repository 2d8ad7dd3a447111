import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { listProcesses } from "#processes/processes.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { compose, environmentOf, ofSheaf } from "#tests/support/compose-file.ts";
import { makeContext, productionPlaces, root } from "#tests/support/image.ts";
import { createStandaloneProcesses, type StandaloneProcess } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { createKeeping } from "./keeping.ts";
import { openOwnEngines } from "./own-engines.ts";

const run = promisify(execFile);
/** Runs a Sheaf module the way the Dockerfile does. */
const runModule = (folder: string, module: string, env: Record<string, string> = {}) =>
  run(process.execPath, ["--disable-warning=ExperimentalWarning", module], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });

const { keep, closeAll } = createKeeping();
const context = (): ReturnType<typeof makeContext> => {
  const made = makeContext();
  keep({ close: async () => made.remove() });
  return made;
};

/** The stage `frontend` of the Dockerfile: every package is there. */
const buildFrontends = async (): Promise<string> => {
  const { path } = context();
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  await runModule(path, "processes/build.ts");
  return path;
};

/** Assembles the image's contents without Docker. Returns the path. */
const makeImage = async (): Promise<string> => {
  const built = await buildFrontends();
  const image = context();
  image.install(productionPlaces(image.lock()));
  await runModule(image.path, "deploy/compose/keep-server-packages.ts");
  image.dropFrontend();
  for (const app of ["merchant", "support"]) {
    const dist = `frontend/${app}/dist`;
    await cp(join(built, dist), join(image.path, dist), { recursive: true });
  }
  return image.path;
};

/** Processes that the supervisor starts and compose.yaml leaves out. */
const composed = new Set(ofSheaf.map(([, { command = [] }]) => command.at(-1)));
const others = listProcesses({ demoStore: true, KAFKA_BROKERS: "kafka" }).filter(({ module }) => !composed.has(module));

describe.skipIf(inject("mongoUrl") === undefined || inject("kafka") === undefined)("The image", () => {
  let image: string;
  let folder: string;
  let engines: Awaited<ReturnType<typeof openOwnEngines>>;
  let processes: ReturnType<typeof createStandaloneProcesses>;
  beforeAll(async () => {
    const temporary = await createTempFolder();
    keep({ close: temporary.remove });
    folder = temporary.path;
    image = await makeImage();
    engines = keep(await openOwnEngines());
    processes = createStandaloneProcesses({ SUPPORT_CONSOLE: "true", NODE_DISABLE_COMPILE_CACHE: "1" }, image);
    keep({ close: processes.end });
    const secrets = {
      master_key: engines.settings.MASTER_KEY,
      store_client_secret: "a secret of the platform's",
      support_client_secret: "a secret of the provider's",
      mongodb_url: engines.settings.MONGODB_URL,
    };
    for (const [name, text = ""] of Object.entries(secrets)) await writeFile(join(folder, name), text);
  }, 300_000);
  afterAll(closeAll);

  /** The settings of its container, with engines, ports and folders of the test. */
  const settingsOf = async (name: string): Promise<Record<string, string>> => {
    const { METRICS_PORT, ...given } = environmentOf(compose.services[name] ?? {}, (secret) => join(folder, secret));
    const DATA_DIR = join(folder, name, "data");
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    const { EVENTSTORE_URL = "", KAFKA_BROKERS = "" } = engines.settings;
    const own = { EVENTSTORE_URL, KAFKA_BROKERS, DATA_DIR, METRICS_HOST: "127.0.0.1" };
    return { ...given, ...own, PORT: String(await freePort()), SUPPORT_PORT: String(await freePort()) };
  };
  const start = async (name: string) => {
    const settings = await settingsOf(name);
    const { command = [] } = compose.services[name] ?? {};
    return { settings, process: await processes.start(command.at(-1) ?? "", settings, command.slice(0, -1)) };
  };
  const isHealthy = ({ port }: StandaloneProcess) =>
    runModule(image, "deploy/compose/healthy.ts", { METRICS_PORT: String(port) });
  const page = async (port: string | undefined, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  it("runs every process in compose.yaml, passes its health check, and exits cleanly on SIGTERM", async () => {
    const first = await start("projections");
    await first.process.isReady();
    const rest = ofSheaf.filter(([name, { profiles }]) => name !== "projections" && !profiles?.includes("scale"));
    const started = new Map([["projections", first]]);
    for (const [name] of rest) started.set(name, await start(name));
    for (const { process } of started.values()) await process.isReady(120_000);
    for (const { process } of started.values()) await isHealthy(process);

    const portOf = (name: string, setting: string) => started.get(name)?.settings[setting];
    expect(await page(portOf("pages", "PORT"), "/")).toMatchObject({
      status: 200,
      text: expect.stringContaining("<script"),
    });
    expect(await page(portOf("support-api", "SUPPORT_PORT"), "/support/")).toMatchObject({ status: 200 });
    for (const name of ["command-api", "query-api", "pages"])
      expect(await page(portOf(name, "PORT"), "/healthz")).toMatchObject({ status: 200 });

    for (const { process } of started.values()) process.child.kill("SIGTERM");
    for (const [name, { process }] of started) {
      if (process.child.exitCode === null && process.child.signalCode === null) await once(process.child, "exit");
      expect({ [name]: process.child.exitCode, said: process.said() }).toMatchObject({ [name]: 0 });
    }
  });

  it.each(others)("runs $name, which isn't in compose.yaml", async ({ name, module, environment = {}, flags = [] }) => {
    const port = String(await freePort());
    const settings = {
      ...(await settingsOf("deliverer")),
      ...environment,
      DEMO_STORE_PORT: port,
      ENVIRONMENT: "local",
    };
    const process = await processes.start(module, settings, flags);
    // The demo store has no health server.
    if (name === "demo-store")
      await until("it answers", () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined), {
        picture: process.said,
      });
    else await process.isReady();
    process.child.kill("SIGTERM");
    expect(await once(process.child, "exit")).toEqual([0, null]);
  });

  it("reports a container as unhealthy if nothing responds", async () => {
    const check = runModule(image, "deploy/compose/healthy.ts", { METRICS_PORT: String(await freePort()) });
    await expect(check).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No response from 127\.0\.0\.1:\d+/),
    });
  });
});
