import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import type { Figure } from "./measure.ts";
import { secondCoreAvailable } from "./second-core.ts";

/** `npm run bench -- [--json FILE] [--only NAME] [--anyway]`: runs every benchmark alone, prints a table, writes JSON. */

type Benchmark = { name: string; twoCores: boolean; load(): Promise<{ run(): Promise<Figure[]> }> };

const benchmarks: Benchmark[] = [
  { name: "event-store", twoCores: false, load: () => import("./event-store.ts") },
  { name: "commands", twoCores: true, load: () => import("./commands.ts") },
  { name: "save", twoCores: true, load: () => import("./save.ts") },
  { name: "export", twoCores: true, load: () => import("./export.ts") },
  { name: "writers", twoCores: false, load: () => import("./writers.ts") },
  { name: "healthz", twoCores: true, load: () => import("./healthz.ts") },
];

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

const round = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString("en") : value.toPrecision(3).replace(/\.0+$/, "");

const print = (figures: readonly Figure[]): void => {
  for (const { name, value, unit, peer, goal } of figures) {
    const beside = peer ? `${peer.name}: ${round(peer.value)} ${unit} (ratio ${peer.ratio.toFixed(2)})` : "";
    const verdict = goal ? `${goal.text}: ${goal.met ? "met" : "MISSED"}` : "";
    console.log(`${name.padEnd(52)} ${`${round(value)} ${unit}`.padEnd(20)} ${beside.padEnd(58)} ${verdict}`);
  }
};

const only = option("--only");
const anyway = process.argv.includes("--anyway");
const twoCores = await secondCoreAvailable();
const figures: Figure[] = [];
for (const benchmark of benchmarks.filter(({ name }) => only === undefined || name === only)) {
  console.log(`\n${benchmark.name}`);
  if (benchmark.twoCores && !twoCores && !anyway) {
    console.log("second core not available: its figures would say nothing. Run it alone, or with --anyway.");
    continue;
  }
  const measured = await (await benchmark.load()).run();
  print(measured);
  figures.push(...measured);
}

const file = option("--json");
if (file !== undefined) {
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, secondCore: twoCores };
  await writeFile(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  console.log(`\nWritten to ${file}.`);
}
