import { execFile, fork } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildSearchQuery } from "#domain/export/orders-filter.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { codeCache } from "#processes/code-cache.ts";
import { exporterStart } from "#processes/processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { compileInput } from "../../exporter/attempt/compile-input.ts";
import { peopleFields } from "../../exporter/attempt/people-sink.ts";
import { input, moment, shop } from "./bulk-input.ts";
import { type Figure, median } from "./measure.ts";

const rounds = 5;
const child = fileURLToPath(new URL("./bulk-child.ts", import.meta.url));
const signal = new AbortController().signal;
const access = { tenant: "bench", shop, signal };

type Bulk = { objects: number; orders: number; path: string; seconds: number };
type Measured = { cpuSeconds: number; seconds: number; peakMiB: number; count: number; bytes: number };

/** One measurement in its own process, with the flags of the exporter; `mode`: see bulk-child.ts. */
const measure = async (mode: string, { path, objects, orders }: Bulk): Promise<Measured> => {
  const flags = ["--disable-warning=ExperimentalWarning", "--expose-gc", ...exporterStart.flags];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, child, mode, path, `${objects}`, `${orders}`],
    { env: { ...process.env, ...codeCache, ...exporterStart.environment } },
  );
  return JSON.parse(stdout) as Measured;
};

/** A client that is logged in at a demo platform of its own process. */
const logIn = async (port: number) => {
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
    platform.buildAuthorizeUrl({ shop, state: "n", redirectUri: "http://localhost:3000/loginCallback" }),
    { method: "POST", body: new URLSearchParams({ decision: "approve" }), redirect: "manual" },
  );
  await platform.exchangeCode(access, new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? "");
  return platform;
};

/** Has the platform make the bulk file of a report, and fetches it. `seconds`: the platform's time. */
const serveBulkFile = async (folder: string): Promise<Bulk> => {
  const port = await freePort();
  const store = fork(new URL("../../demo-store/main.ts", import.meta.url), {
    env: {
      ...process.env,
      DEMO_STORE_PORT: `${port}`,
      DEMO_NOW: moment,
      CLOCK_NOW: moment,
      DATA_DIR: folder,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    await new Promise((resolve) => store.once("message", resolve));
    const platform = await logIn(port);
    const { fields, requiredFields } = compileInput(input);
    const request = { query: buildSearchQuery(input), fields, requiredFields, optional: peopleFields };
    const began = performance.now();
    const begun = await platform.bulk.start(access, request, "bench");
    if (begun.kind !== "begun") throw new Error(`No bulk operation: ${JSON.stringify(begun)}`);
    for (;;) {
      const look = await platform.bulk.poll(access, begun.ticket);
      if (look.kind === "lost") throw new Error(look.reason);
      if (look.kind === "running" || look.file === null) continue;
      const seconds = (performance.now() - began) / 1_000;
      const path = join(folder, "orders.jsonl");
      const { body } = await fetch(look.file.url);
      if (!body) throw new Error("The bulk file is empty.");
      await pipeline(Readable.fromWeb(body), createWriteStream(path));
      return { objects: look.objects, orders: look.orders, path, seconds };
    }
  } finally {
    store.kill();
  }
};

/**
 * A bulk file that was downloaded becomes an Excel file of 30 columns, as an export makes it, beside two others. Bare is dividing it at byte 10 and
 * JSON.parse of each line, plus the Excel writer of rows that were made before: making the rows is on one side alone then, and so are the people and
 * the hashes of rows that are kept with a file. A loop by hand makes the same bytes, and is what the goal is set by (ADR 71).
 */
export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), "bench-bulk-"));
  try {
    const file = await serveBulkFile(folder);
    const runs: Record<"parse" | "write" | "orders" | "straight" | "whole", Measured>[] = [];
    for (let round = 0; round < rounds; round += 1)
      runs.push({
        whole: await measure("whole", file),
        straight: await measure("straight", file),
        parse: await measure("parse", file),
        write: await measure("write", file),
        orders: await measure("orders", file),
      });
    const cpu = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of));
    const parse = cpu((run) => run.parse.cpuSeconds);
    const bare = cpu((run) => run.parse.cpuSeconds + run.write.cpuSeconds);
    const orders = cpu((run) => run.orders.cpuSeconds);
    const whole = cpu((run) => run.whole.cpuSeconds);
    const straight = cpu((run) => run.straight.cpuSeconds);
    const ratio = cpu((run) => run.whole.cpuSeconds / run.straight.cpuSeconds);
    const rows = cpu((run) => run.whole.cpuSeconds - run.orders.cpuSeconds - run.write.cpuSeconds);
    return [
      { name: `${shop}, the platform's part of a bulk operation`, value: file.orders / file.seconds, unit: "orders/s" },
      {
        name: `${runs[0]?.whole.count} rows from a bulk file to excel, CPU`,
        value: whole,
        unit: "s",
        peer: { name: "a loop by hand", value: straight, ratio: whole / straight },
        goal: { text: `at most 1.15 times (${ratio.toFixed(2)})`, met: ratio <= 1.15 },
      },
      {
        name: "the loop by hand, CPU",
        value: straight,
        unit: "s",
        peer: { name: "JSON.parse and the writer", value: bare, ratio: straight / bare },
      },
      {
        name: "the same file as an export makes it, CPU",
        value: whole,
        unit: "s",
        peer: { name: "JSON.parse and the writer", value: bare, ratio: whole / bare },
      },
      {
        name: `${file.orders} orders of their lines, CPU`,
        value: orders,
        unit: "s",
        peer: { name: "JSON.parse", value: parse, ratio: orders / parse },
      },
      { name: "their rows, with people and hashes, CPU", value: rows, unit: "s" },
      { name: "the whole, peak memory", value: cpu((run) => run.whole.peakMiB), unit: "MiB" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
