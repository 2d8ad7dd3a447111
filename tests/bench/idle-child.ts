import { setTimeout as pause } from "node:timers/promises";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { now, type Written } from "./idle.ts";

/** The writing process: about once a second an event and a job, so that waiting processes have come to rest. It reports when each was answered. */
const [dataDir = "", rounds = "0"] = process.argv.slice(2);
const { eventStore, workQueue, close } = await openStores({
  config: { DATA_DIR: dataDir },
  clock: createSystemClock(),
  readModels: "none",
});
const say = (written: Written) => void process.send?.(written);

for (let n = 0; n < Number(rounds); n += 1) {
  await pause(700 + Math.random() * 600);
  const event = { id: `e${n}`, type: "Appended", data: { n }, metadata: {} };
  await eventStore.appendToStream("bench", [event], { expectedVersion: n === 0 ? "no-stream" : n - 1 });
  say({ id: event.id, at: now() });
  const job = { kind: "bench", lane: "bench", tenant: "t", dueAt: new Date(0), payload: {} };
  await workQueue.enqueue({ ...job, id: `j${n}` });
  say({ id: `j${n}`, at: now() });
}
await close();
process.disconnect();
