import { onTestFailed } from "vitest";
import { readConfig } from "#infra/config/config.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { until } from "#tests/support/until.ts";
import { type Mortal, operationsIn, type StartMortal } from "../../faults/mortal.ts";
import type { Place } from "../../faults/place.ts";
import { openOwnEvents } from "../eventstoredb/own-events.ts";
import type { EventStorePlace } from "../eventstoredb/start.ts";
import { brokersAt, newPrefix } from "../kafka/support.ts";
import { createKeeping } from "../keeping.ts";
import { ownMongoUrl } from "../mongodb/support.ts";
import { createGateway } from "./gateway.ts";
import { createMachines, type MachinesOptions } from "./machines.ts";

/** Where the engines are. `kafka`: `host:port`, or KAFKA_BROKERS as a whole. */
export type Engines = MachinesOptions & { eventStore: EventStorePlace; mongoUrl: string; kafka: string };

/** Two of each process over engines in which nothing is yet. When the test fails, it says what they said. */
const openMachines = async ({ eventStore, mongoUrl, kafka, supervised }: Engines) => {
  const machines = await createMachines({ supervised });
  const events = await openOwnEvents(eventStore);
  onTestFailed(() => console.log(machines.said()));
  return {
    machines,
    events,
    settings: {
      EVENTSTORE_URL: events.url,
      MONGODB_URL: ownMongoUrl(mongoUrl),
      KAFKA_BROKERS: brokersAt(kafka, newPrefix()),
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    close: async () => {
      await events.close();
      await machines.remove();
    },
  };
};

const configOf = async (
  { machine }: Pick<Awaited<ReturnType<typeof createMachines>>, "machine">,
  settings: Readonly<Record<string, string>>,
) => readConfig({ ...settings, DATA_DIR: await machine("test") });

/** For automated reports. */
export const overEngines = async (engines: Engines): Promise<Place> => {
  const { machines, settings, close } = await openMachines(engines);
  return {
    config: await configOf(machines, settings),
    patience: 300_000,
    // Nobody looks at a page, and so the front end need not be built.
    run: (env, failpoints) => machines.run({ ...settings, ...env, WEB_PARTS: "commands,queries" }, failpoints),
    killedAt: machines.killedAt,
    remove: close,
  };
};

const startWith = async (
  keep: ReturnType<typeof createKeeping>["keep"],
  engines: Engines,
  { ports: [port, demoPort], env, failpoints }: Parameters<StartMortal>[0],
): Promise<Omit<Mortal, "end">> => {
  const { machines, events, settings, close } = await openMachines(engines);
  keep({ close });
  const url = `http://localhost:${port}`;
  const demoUrl = `http://localhost:${demoPort}`;
  const all = { ...env, ...settings, APP_URL: url, DEMO_STORE_PORT: String(demoPort) };
  const demoFolder = await machines.machine("demo-store");
  const demo = createStandaloneProcesses(all);
  keep({ close: demo.end });
  const { said } = await demo.start("demo-store/main.ts", { DATA_DIR: demoFolder, PORT: String(port) });
  const answers = () =>
    fetch(`${demoUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the demo store answers", answers, { within: 60_000, picture: said });
  keep({ close: await machines.run(all, failpoints) });
  keep(await createGateway(port, machines.webs));
  return {
    url,
    demoUrl,
    config: await configOf(machines, settings),
    killed: async () => (await machines.killedAt()).length,
    scratch: machines.scratch,
    events: async () => {
      const types = (await events.everyEvent()).map(({ type }) => type);
      return Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]));
    },
    operations: (shop) => operationsIn(demoFolder, shop),
  };
};

/** For exports of a merchant who comes through a gateway. */
export const startOverEngines =
  (engines: Engines): StartMortal =>
  async (given) => {
    const { keep, closeAll } = createKeeping();
    try {
      return { ...(await startWith(keep, engines, given)), end: closeAll };
    } catch (error) {
      await closeAll();
      throw error;
    }
  };
