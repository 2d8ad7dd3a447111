import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildFrontend } from "#processes/pages/frontend-build.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Cost, costsOf } from "../load/costs.ts";
import { type Figure, numberAfter } from "./measure.ts";

const shop = "borealis-demo";
/** Between two looks during the export, ms. */
const every = 250;
const largest = "cumulus-demo";
const goals = { ready: 3, rest: 400, exporting: 550, demoStore: 200 } as const;

/** Sums leave out the demo store: it plays the platform, which elsewhere isn't our process. */
const sumOf =
  (kind: keyof Cost) =>
  (all: ReadonlyMap<string, Cost>): number =>
    [...all].reduce((sum, [name, cost]) => (name === "demo-store" ? sum : sum + cost[kind]), 0);
const memoryOf = sumOf("mib");
const processorOf = sumOf("cpu");

const costs = (sheaf: StartedSheaf): Promise<Map<string, Cost>> => costsOf(sheaf.process.pid ?? 0);

const memoryFigures = (name: string, all: ReadonlyMap<string, Cost>, goal: number): Figure[] => {
  const value = memoryOf(all);
  return [
    { name, value, unit: "MiB", goal: { text: `at most ${goal} MiB`, met: value <= goal } },
    ...[...all].map(([process, { mib }]): Figure => ({ name: `  of ${process}`, value: mib, unit: "MiB" })),
  ];
};

/** Memory at the moment of a report of all orders when the processes together had most. */
const whileExporting = async (sheaf: StartedSheaf, shop: string): Promise<Map<string, Cost>> => {
  const merchant = await logIn(sheaf, shop);
  const { id } = await createDesign(merchant);
  const { ReportExportId } = await generate(merchant, id, { range: { kind: "noFilter" } });
  let isMade = false;
  const made = waitForExport(merchant, ReportExportId, 300_000).finally(() => {
    isMade = true;
  });
  let most = new Map<string, Cost>();
  while (!isMade) {
    const seen = await costs(sheaf);
    if (memoryOf(seen) > memoryOf(most)) most = seen;
    await pause(every);
  }
  await made;
  return most;
};

/**
 * Measures the second start on a folder, when all code is compiled already, then memory at rest, then memory while a report of 12,000
 * orders is made, then what the demo store keeps after one of 120,000.
 */
export const run = async (): Promise<Figure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-memory-"));
  const rest = numberAfter("--rest", 300);
  const env = { LOG_LEVEL: "error", SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(await freePort()) };
  const start = () => startSheaf({ dataDir, env, readyWithin: 240_000 });
  try {
    // The console's pages are built behind a start that is ready.
    for (const app of ["merchant", "support"] as const) await buildFrontend(app, AbortSignal.timeout(300_000));
    await (await start()).stop();
    const since = performance.now();
    const sheaf = await start();
    try {
      const ready = (performance.now() - since) / 1_000;
      const atReady = await costs(sheaf);
      await pause(rest * 1_000);
      const atRest = await costs(sheaf);
      const exporting = await whileExporting(sheaf, shop);
      await whileExporting(sheaf, largest);
      const demoStore = (await costs(sheaf)).get("demo-store")?.mib ?? Number.NaN;
      return [
        {
          name: "second start until ready",
          value: ready,
          unit: "s",
          goal: { text: `at most ${goals.ready} s`, met: ready <= goals.ready },
        },
        { name: "its processor time", value: processorOf(atReady), unit: "s" },
        ...[...atReady].map(([name, { cpu }]): Figure => ({ name: `  of ${name}`, value: cpu, unit: "s" })),
        { name: "memory when ready", value: memoryOf(atReady), unit: "MiB" },
        ...memoryFigures(`memory ${rest} s later`, atRest, goals.rest),
        ...memoryFigures(`memory while ${shop} is exported, at most`, exporting, goals.exporting),
        {
          name: `memory of the demo store after ${largest} was exported`,
          value: demoStore,
          unit: "MiB",
          goal: { text: `at most ${goals.demoStore} MiB`, met: demoStore <= goals.demoStore },
        },
      ];
    } finally {
      await sheaf.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
