/**
 * What reading orders in bulk costs beside reading them by pages: `node tests/bench/bulk.ts [shop]`, by itself. One report of the usual columns
 * to Excel each way, the platform in a process of its own; CPU seconds and peak memory are of the reading process alone. Then the bulk
 * file itself: what it takes to have its orders, beside splitting it and a bare JSON.parse of each line.
 */
import { fork } from "node:child_process";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createFolderScratch } from "#infra/folder/scratch.ts";
import { createWorkFiles } from "#infra/folder/work-files.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import { createSystemClock } from "#infra/system/clock.ts";

const shop = process.argv[2] ?? "borealis-demo";
const signal = new AbortController().signal;
const access = { tenant: "bench", shop, signal };
const port = 4539;
const query = "created_at:<='2026-11-20T12:00:00Z'";
const fields =
  "createdAt name email displayFinancialStatus displayFulfillmentStatus lineItems.nodes.title lineItems.nodes.variantTitle lineItems.nodes.sku lineItems.nodes.quantity lineItems.nodes.originalUnitPriceSet.shopMoney.amount lineItems.nodes.originalTotalSet.shopMoney.amount lineItems.nodes.image.url".split(
    " ",
  );

const store = fork(new URL("../../infra/demo-store/main.ts", import.meta.url), {
  env: {
    ...process.env,
    DEMO_STORE_PORT: String(port),
    DEMO_NOW: "2026-11-20T12:00:00Z",
    CLOCK_NOW: "2026-11-20T12:00:00Z",
    DATA_DIR: join(tmpdir(), `bench-bulk-${process.pid}`),
  },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
await new Promise((resolve) => store.once("message", resolve));
const clock = createSystemClock();
const platform = createStorePlatform({
  urlTemplate: `http://localhost:${port}/{shop}`,
  clientId: "sheaf-demo",
  clientSecret: "sheaf-demo-secret",
  stateStore: createMemoryStateStore(clock),
  vault: createMemoryVault(),
  clock,
});
const consent = await fetch(
  platform.authorizeUrl({ shop, state: "n", redirectUri: "http://localhost:3000/loginCallback" }),
  { method: "POST", body: new URLSearchParams({ decision: "approve" }), redirect: "manual" },
);
await platform.exchangeCode(access, new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? "");

const measured = async (name: string, work: () => Promise<number>): Promise<number> => {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const orders = await work();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  const spent = (user + system) / 1e6;
  console.log(
    `${name}: ${orders} in ${seconds.toFixed(1)} s, ${Math.round(orders / seconds)}/s, CPU ${spent.toFixed(2)} s, peak ${Math.round(peak / 1e6)} MB`,
  );
  return spent;
};
const countOf = async (batches: AsyncIterable<JsonObject[]>): Promise<number> => {
  let orders = 0;
  for await (const batch of batches) orders += batch.length;
  return orders;
};

try {
  const begun = await platform.bulk.begin(access, { query, fields }, "bench");
  if (begun.kind !== "begun") throw new Error(JSON.stringify(begun));
  await measured("the platform's part of the bulk operation, orders", async () => {
    for (;;) {
      const look = await platform.bulk.look(access, begun.ticket);
      if (look.kind === "ready") return look.orders;
      if (look.kind === "lost") throw new Error(look.reason);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const room = {
    workFiles: createWorkFiles(join(tmpdir(), "bench-work")),
    spool: createFolderScratch({ folder: join(tmpdir(), "bench-scratch") }).open(`bench-${process.pid}`),
  };
  const bulk = () => countOf(platform.bulk.orders(access, begun.ticket, room));
  const look = await platform.bulk.look(access, begun.ticket);
  const url = look.kind === "ready" ? (look.file?.url ?? "") : "";
  const number = /(\d+)\.jsonl/.exec(url)?.[1];
  const file = join(
    tmpdir(),
    `bench-bulk-${store.pid === undefined ? "" : process.pid}`,
    "demo-bulk",
    `${shop}-${number}.jsonl`,
  );
  for (let pair = 0; pair < 3; pair += 1) {
    const bare = await measured("bare: lines and JSON.parse, lines", async () => {
      let lines = 0;
      for await (const line of createInterface({ input: createReadStream(file) })) {
        JSON.parse(line);
        lines += 1;
      }
      return lines;
    });
    const whole = await measured("in bulk, downloaded, looked through, sorted and put together, orders", bulk);
    console.log(`ratio of CPU ${(whole / bare).toFixed(2)}`);
  }
  await measured("by pages, orders", () => countOf(platform.orders(access, { query, fields })));
  await room.spool.remove();
} finally {
  store.kill();
}
