import { join } from "node:path";
import { readConfig } from "#infra/config/config.ts";
import { createDemoStore } from "./create-demo-store.ts";
import { demoMoment } from "./demo-now.ts";

const config = readConfig(process.env);
const fixed = config.CLOCK_NOW;
const now = (): Date => (fixed ? new Date(fixed) : new Date());
const store = createDemoStore({
  demoNow: demoMoment(config.DATA_DIR, config.DEMO_NOW, now()),
  ordersPerMinute: config.DEMO_ORDERS_PER_MINUTE,
  pointsPerSecond: config.DEMO_STORE_POINTS_PER_SECOND,
  clientId: config.STORE_CLIENT_ID,
  clientSecret: config.STORE_CLIENT_SECRET,
  appUrl: config.APP_URL,
  now,
  statePath: join(config.DATA_DIR, "demo-store.json"),
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
process.on("disconnect", stop);

await store.listen(config.DEMO_STORE_PORT);
process.send?.({ kind: "ready" });
