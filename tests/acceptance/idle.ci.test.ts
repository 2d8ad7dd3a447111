import { afterAll, beforeAll, expect, it } from "vitest";
import { descendantsOf, switchesOf } from "#tests/support/processes.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

let sheaf: StartedSheaf;
beforeAll(async () => {
  if (process.platform === "linux") sheaf = await startSheaf();
});
afterAll(() => sheaf?.stop());

/** A process that polls every 20 ms wakes 50 times a second. */
const most = 25;

it.runIf(process.platform === "linux")("no idle process wakes more than 25 times a second", async () => {
  const supervisor = sheaf.process.pid ?? 0;
  const pids = [supervisor, ...(await descendantsOf(supervisor))];
  const look = async () => ({
    at: performance.now(),
    counts: await Promise.all(pids.map(async (pid) => (await switchesOf(pid)).wanted)),
  });
  let before = await look();
  let rates: number[] = [];
  await until(
    "all processes are idle",
    async () => {
      const now = await look();
      rates = now.counts.map((count, n) => ((count - (before.counts[n] ?? 0)) * 1_000) / (now.at - before.at));
      before = now;
      return rates.every((rate) => rate <= most);
    },
    { within: 120_000, every: 3_000, picture: () => rates.map(Math.round).join(", ") },
  );
  expect(rates.length).toBeGreaterThan(5);
});
