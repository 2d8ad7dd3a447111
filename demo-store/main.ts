import { explainPort } from "#infra/config/explain-port.ts";
import { notifyReady, notifySupervisor } from "#infra/config/notify-supervisor.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";
import { getOutboxFolder } from "#infra/mail/outbox-folder.ts";
import { createDemoStore } from "./create-demo-store.ts";
import { createPasswords, demoPeople } from "./people/passwords.ts";
import { readDemoState } from "./read-demo-state.ts";

const config = startProcessOrExit();
const fixed = config.CLOCK_NOW;
const now = (): Date => (fixed ? new Date(fixed) : new Date());
const giveUp = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  notifySupervisor({ kind: "trouble", sentence });
  process.exit(1);
};
const readOrStop = (): ReturnType<typeof readDemoState> => {
  try {
    return readDemoState(config, now());
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
};
const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
const passwords = createPasswords(demoPeople, (person, password) =>
  printLine(`The next password of ${person}: ${password}`),
);
const store = createDemoStore({
  ...readOrStop(),
  ordersPerMinute: config.DEMO_ORDERS_PER_MINUTE,
  smallShops: config.DEMO_SHOPS,
  pointsPerSecond: config.DEMO_STORE_POINTS_PER_SECOND,
  clientId: config.STORE_CLIENT_ID,
  clientSecret: config.STORE_CLIENT_SECRET,
  appUrl: config.APP_URL,
  outboxFolder: getOutboxFolder(config.DATA_DIR),
  now,
  ...(config.demoPeople
    ? {
        support: {
          people: demoPeople,
          passwords,
          clientId: config.SUPPORT_CLIENT_ID,
          supportUrl: config.SUPPORT_URL,
        },
      }
    : {}),
});

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  store.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The demo store did not close: ${String(error)}\n`);
      process.exit(1);
    },
  );
};
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
onSupervisorGone(stop);

await store
  .listen(config.DEMO_STORE_PORT, config.DEMO_STORE_HOST)
  .catch(({ code, message }: NodeJS.ErrnoException) =>
    giveUp(
      explainPort("DEMO_STORE_PORT", { port: config.DEMO_STORE_PORT, host: config.DEMO_STORE_HOST }, code ?? message),
    ),
  );
if (config.demoPeople) {
  printLine(`Support console: ${config.SUPPORT_URL}/support (passwords are good once)`);
  for (const { id, roles } of demoPeople) printLine(`  ${id} (${roles.join(", ")}): ${passwords.current(id)}`);
}
notifyReady();
