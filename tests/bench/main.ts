import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import type { Figure } from "./measure.ts";
import { secondCoreAvailable } from "./second-core.ts";

const usage = `npm run bench -- [--only NAME] [--json FILE] [--anyway]

Runs the benchmarks one after the other and prints each figure beside its peer of the same run.

  --only NAME   that one alone; the names are below
  --json FILE   writes the figures to a file, too
  --rows N      rows that the writers write, 100,000 without
  --slots N     automated reports that are due at the same time, 100,000 without; --schedulers N: processes, one without
  --rounds N    of appends over engines, three without; --appends N, --events N, --jobs N, --commands N (of each of 20 clients), --others N (events that others wrote), --rebuilt N (events): for a trial of them
  --seconds N   for which 100 people work, 60 without
  --rest N      seconds until memory at rest is measured, 300 without
  --anyway      also those that need a second core, where none is free: compare their ratios alone
`;

type Benchmark = { name: string; about: string; twoCores: boolean; load(): Promise<{ run(): Promise<Figure[]> }> };

const benchmarks: Benchmark[] = [
  {
    name: "event-store",
    about: "durable appends and catch-up beside bare node:sqlite",
    twoCores: false,
    load: () => import("./event-store.ts"),
  },
  {
    name: "queue",
    about: "claiming a job where 10 to 100,000 are due",
    twoCores: false,
    load: () => import("./queue.ts"),
  },
  {
    name: "bus",
    about:
      "events a second and lag from an append to a member, over the relay and Kafka beside the event store followed",
    twoCores: false,
    load: () => import("./bus.ts"),
  },
  {
    name: "engines",
    about: "Sheaf over EventStoreDB, MongoDB (stand-ins of the tests') and a real Kafka beside the embedded set-up",
    twoCores: false,
    load: () => import("./engines.ts"),
  },
  {
    name: "shop-day",
    about: "events, bytes and calls of what a shop does, counted in front of the engines",
    twoCores: false,
    load: () => import("./shop-day.ts"),
  },
  {
    name: "idle",
    about:
      "wake-ups and share of a core of every process with nothing to do, and how soon it notices an event or a job",
    twoCores: false,
    load: () => import("./idle.ts"),
  },
  {
    name: "due-slots",
    about: "100,000 automated reports due in one minute, until the export of each is requested",
    twoCores: false,
    load: () => import("./due-slots.ts"),
  },
  {
    name: "tick",
    about: "finding and claiming what is due with 1,000 and with 1,000,000 automated reports stored",
    twoCores: false,
    load: () => import("./tick.ts"),
  },
  {
    name: "deliveries",
    about: "reports sent by each protocol beside a bare client that sends the same",
    twoCores: false,
    load: () => import("./deliveries.ts"),
  },
  { name: "commands", about: "a command over HTTP, 20 clients", twoCores: true, load: () => import("./commands.ts") },
  { name: "save", about: "saving a filter, one editor and fifty", twoCores: true, load: () => import("./save.ts") },
  {
    name: "export",
    about: "reports to CSV beside the platform client alone",
    twoCores: true,
    load: () => import("./export.ts"),
  },
  {
    name: "spilled",
    about: "reports that are sorted, of products or split, beside the same held in memory",
    twoCores: false,
    load: () => import("./spilled.ts"),
  },
  {
    name: "sorting",
    about: "sorting 120,000 texts with numbers by value, beside digits as characters",
    twoCores: false,
    load: () => import("./sorting.ts"),
  },
  {
    name: "exports-at-once",
    about: "four exports of two throttled shops: time and memory, one after the other and several at once",
    twoCores: true,
    load: () => import("./exports-at-once.ts"),
  },
  {
    name: "writers",
    about: "Excel beside exceljs",
    twoCores: false,
    load: () => import("./writers.ts"),
  },
  {
    name: "bulk",
    about: "a bulk file to Excel beside a loop by hand, bare JSON.parse and the bare writer",
    twoCores: false,
    load: () => import("./bulk.ts"),
  },
  {
    name: "writers-text",
    about: "CSV, XML and HTML beside csv-stringify, xmlbuilder2 and handlebars",
    twoCores: false,
    load: () => import("./writers-text.ts"),
  },
  {
    name: "html-open",
    about: "a browser opens HTML of 5,000 and of 50,000 rows",
    twoCores: false,
    load: () => import("./html-open.ts"),
  },
  {
    name: "images",
    about: "500 pictures in an Excel file beside exceljs",
    twoCores: false,
    load: () => import("./images.ts"),
  },
  {
    name: "preview",
    about: "the preview of a design beside the platform's answer alone",
    twoCores: false,
    load: () => import("./preview.ts"),
  },
  {
    name: "live",
    about: "the live page's table of 1,000 orders: read, made anew, shared",
    twoCores: false,
    load: () => import("./live.ts"),
  },
  {
    name: "live-page",
    about: "from answer to picture of the live page's 1,000 orders; needs Chromium",
    twoCores: false,
    load: () => import("./live-page.ts"),
  },
  {
    name: "load",
    about: "100 people in 50 shops: every call by route, memory of every process",
    twoCores: true,
    load: () => import("./load.ts"),
  },
  {
    name: "console",
    about:
      "lists of the support console, the story of a shop and its workspace as of an instant, of 1,000 shops and 200,000 events",
    twoCores: false,
    load: () => import("./console.ts"),
  },
  {
    name: "cold-reports",
    about: "the first visit to /Reports on slow lines, in Chromium, beside react-admin's bare starter",
    twoCores: false,
    load: () => import("./cold-reports.ts"),
  },
  {
    name: "lighthouse",
    about: "Lighthouse's points of log-in and every page of a shop, their layout shift and messages, in Chromium",
    twoCores: false,
    load: () => import("./lighthouse.ts"),
  },
  {
    name: "memory",
    about:
      "a start, memory of every process at rest and while 12,000 orders are exported, of the demo store after 120,000; Linux alone",
    twoCores: false,
    load: () => import("./memory.ts"),
  },
  { name: "healthz", about: "/healthz while a shop is exported", twoCores: true, load: () => import("./healthz.ts") },
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

if (process.argv.includes("--help")) {
  console.log([usage, ...benchmarks.map(({ name, about }) => `  ${name.padEnd(12)}  ${about}`)].join("\n"));
  process.exit(0);
}
const only = option("--only");
if (process.argv.includes("--only") && !benchmarks.some(({ name }) => name === only)) {
  console.error(`There is no benchmark ${only}. Take one of: ${benchmarks.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
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
