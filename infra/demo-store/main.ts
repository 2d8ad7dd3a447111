import { beginProcess } from "../config/begin-process.ts";
import { createDemoStore } from "./create-demo-store.ts";
import { readDemoState } from "./demo-state.ts";

const config = beginProcess();
const fixed = config.CLOCK_NOW;
const now = (): Date => (fixed ? new Date(fixed) : new Date());
const readOrStop = (): ReturnType<typeof readDemoState> => {
  try {
    return readDemoState(config, now());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
const store = createDemoStore({
  ...readOrStop(),
  ordersPerMinute: config.DEMO_ORDERS_PER_MINUTE,
  smallShops: config.DEMO_SHOPS,
  pointsPerSecond: config.DEMO_STORE_POINTS_PER_SECOND,
  clientId: config.STORE_CLIENT_ID,
  clientSecret: config.STORE_CLIENT_SECRET,
  appUrl: config.APP_URL,
  now,
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

await store.listen(config.DEMO_STORE_PORT, config.DEMO_STORE_HOST);
process.send?.({ kind: "ready" });
