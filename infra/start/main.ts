import { mkdir } from "node:fs/promises";
import { BadConfiguration, readConfig } from "../config/config.ts";
import { troubleWithStores } from "./check-stores.ts";
import { type ChildSpec, keepRunning } from "./child.ts";
import { buildFrontend } from "./frontend-build.ts";
import { portIsFree } from "./port-free.ts";

/** The supervisor: checks the configuration, builds the front end, runs every process of the system and restarts the dead. */

const say = (line: string) => console.log(line);
const giveUp = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

if (Number(process.versions.node.split(".")[0]) < 24)
  giveUp(
    `Sheaf needs Node.js 24 or newer; this is ${process.versions.node}. Run it by 'npm start', or install Node.js 24.`,
  );

const readConfigOrStop = () => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof BadConfiguration) return giveUp(error.message);
    throw error;
  }
};
const config = readConfigOrStop();

for (const [name, port] of config.demoStore
  ? ([
      ["PORT", config.PORT],
      ["DEMO_STORE_PORT", config.DEMO_STORE_PORT],
    ] as const)
  : ([["PORT", config.PORT]] as const))
  if (!(await portIsFree(port)))
    giveUp(`Port ${port} is taken. Stop the program that listens there, or set ${name} to another port.`);

await mkdir(config.DATA_DIR, { recursive: true }).catch((error: Error) =>
  giveUp(
    `DATA_DIR: the folder ${config.DATA_DIR} cannot be made (${error.message}). Set DATA_DIR to a folder that can be written.`,
  ),
);

const trouble = await troubleWithStores(config);
if (trouble !== undefined) giveUp(trouble);

const specs: ChildSpec[] = [
  ...(config.demoStore ? [{ name: "demo-store", module: "infra/demo-store/main.ts" }] : []),
  { name: "projections", module: "projections/main.ts" },
  { name: "deliverer", module: "deliverer/main.ts" },
  { name: "web", module: "infra/start/web.ts" },
  { name: "exporter", module: "exporter/main.ts", environment: { EXPORTER_LANES: "short,long" } },
  { name: "exporter-short", module: "exporter/main.ts", environment: { EXPORTER_LANES: "short" } },
];

let frontend = "the front end is being built" as string | undefined;
let announced = false;
const reasons = () =>
  [frontend, ...children.map((child) => child.trouble())].filter((reason): reason is string => reason !== undefined);
const tell = () => {
  const current = reasons();
  for (const child of children)
    if (child.name === "web") child.send({ kind: "health", ok: current.length === 0, reasons: current });
  if (current.length === 0 && !announced) {
    announced = true;
    say(`Sheaf is ready: ${config.APP_URL}`);
    if (config.demoStore)
      say(
        `Demo stores: http://localhost:${config.DEMO_STORE_PORT} (log in as aurora-demo, borealis-demo, cumulus-demo or nimbus-demo)`,
      );
  }
};
const children = specs.map((spec) => keepRunning(spec, { environment: process.env, onChange: () => tell(), say }));

const building = new AbortController();
let stopping = false;
const stop = async (code: number) => {
  if (stopping) return;
  stopping = true;
  clearInterval(heartbeat);
  building.abort();
  await Promise.all(children.map((child) => child.stop(4_000)));
  process.exit(code);
};
process.on("SIGTERM", () => void stop(0));
process.on("SIGINT", () => void stop(0));
// A child that recovered is told to the web process without an event of its own: a minute without deaths passes silently.
const heartbeat = setInterval(tell, 1_000);

buildFrontend(building.signal).then(
  () => {
    frontend = undefined;
    tell();
  },
  (error: Error) => {
    if (stopping) return;
    console.error(error.message);
    void stop(1);
  },
);
