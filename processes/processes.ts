import { randomUUID } from "node:crypto";
import type { Config } from "#infra/config/config.ts";
import type { ChildSpec } from "./child.ts";

/** Work that nobody watches gives way to what someone waits for; it still gets a tenth of a core that is wanted by both. */
const background = { niceness: 10 };

/**
 * How an exporter is run, which turns over much and keeps little (docs/performance.md). Left alone, its heap grows to twice of what it keeps before it
 * is looked through, so that is done when it has grown by 15 %. Blocks of 256 KiB go back to the system when they are freed, where the C library
 * is GNU's: it would take them for what it had better keep, in pieces that fit nothing else.
 */
export const exporterStart = {
  flags: ["--max-semi-space-size=4", "--heap-growing-percent=15"],
  environment: { MALLOC_MMAP_THRESHOLD_: `${64 * 1024}` },
};

/** Threads share one heap of GNU's C library beside the main thread's. Each one's own heap kept freed blocks, 45 MiB in the web process. */
const fewArenas = { MALLOC_ARENA_MAX: "2" };

/** How the demo store is run. It turns over much, too; left alone, its heap grows to four times of what it keeps (docs/performance.md). */
export const demoStoreStart = {
  flags: ["--max-semi-space-size=4", "--heap-growing-percent=45"],
  environment: fewArenas,
};

/**
 * Node's flags for all others but the demo store. Young objects get 4 MB instead of up to 32, which a start alone would fill. V8 collects old objects
 * when they have grown by half. By default it waits until they have quadrupled, and it keeps the pages of its largest heap (ADR 106).
 */
export const smallHeap = ["--max-semi-space-size=4", "--heap-growing-percent=50"] as const;
/** The same for workers. With more room for young objects a burst of due slots takes a fifth less of the processor, and no more memory (ADR 106). */
const workersHeap = ["--max-semi-space-size=16", "--heap-growing-percent=50"] as const;

/** By it a process that is started again knows the leases of the one before it, which is dead by then. */
const jobsHolder = () => ({ JOBS_HOLDER: randomUUID() });

const demoStore = "demo-store";
const projections = "projections";

/** All others have `events.db` and `state.db` open from when they are ready to their end. */
export const opensNoStore = ({ name }: { name: string }): boolean => name === demoStore;

/** It alone has `read-models.db` open for writing, from when it is ready to its end. */
export const writesReadModels = ({ name }: { name: string }): boolean => name === projections;

/** Every process of the system beside the supervisor, in the order in which they are started. */
export const processesOf = (config: Pick<Config, "demoStore" | "KAFKA_BROKERS">): ChildSpec[] => [
  ...(config.demoStore ? [{ name: demoStore, module: "demo-store/main.ts", ...demoStoreStart, niceness: 5 }] : []),
  {
    name: projections,
    module: "projections/main.ts",
    flags: smallHeap,
    environment: { PROJECTIONS_HOLDER: randomUUID() },
  },
  {
    name: "workers",
    module: "processes/workers.ts",
    flags: workersHeap,
    environment: jobsHolder(),
    // It may wait for a mail server's answer.
    endsWithin: 18_000,
    ...background,
  },
  { name: "web", module: "processes/web.ts", flags: smallHeap, environment: fewArenas },
  ...(config.KAFKA_BROKERS === undefined
    ? []
    : [{ name: "relay", module: "relay/main.ts", environment: jobsHolder(), niceness: 5 }]),
  {
    name: "exporter",
    module: "exporter/main.ts",
    flags: exporterStart.flags,
    environment: { ...exporterStart.environment, EXPORTER_LANES: "short,long", ...jobsHolder() },
    ...background,
  },
  {
    name: "exporter-short",
    module: "exporter/main.ts",
    flags: exporterStart.flags,
    environment: { ...exporterStart.environment, EXPORTER_LANES: "short", ...jobsHolder() },
    ...background,
  },
];
