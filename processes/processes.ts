import { randomUUID } from "node:crypto";
import type { Config } from "#infra/config/config.ts";
import type { ChildSpec } from "./child.ts";

/** Background work yields to interactive work, but gets a tenth of a contended core. */
const background = { niceness: 10 };

/**
 * An exporter allocates much and keeps little (docs/performance.md). V8 would let the heap double before a collection;
 * here it grows by 15 %. glibc returns freed blocks of 256 KiB at once, instead of keeping fragments.
 */
export const exporterStart = {
  flags: ["--max-semi-space-size=4", "--heap-growing-percent=15"],
  environment: { MALLOC_MMAP_THRESHOLD_: `${64 * 1024}` },
};

/** All other threads share one glibc arena. One per thread kept 45 MiB of freed blocks in the web process. */
const fewArenas = { MALLOC_ARENA_MAX: "2" };

/** The demo store allocates much too: its heap would grow to four times its live data (docs/performance.md). */
export const demoStoreStart = {
  flags: ["--max-semi-space-size=4", "--heap-growing-percent=45"],
  environment: fewArenas,
};

/**
 * For the supervisor, projections and web. Young objects get 4 MB instead of up to 32, which a start alone would fill.
 * V8 collects old objects after growth by half, not after they quadruple (ADR 106).
 */
export const smallHeap = ["--max-semi-space-size=4", "--heap-growing-percent=50"] as const;
/** More room for young objects saves a fifth of the CPU in a burst of due slots, without more memory (ADR 106). */
const workersHeap = ["--max-semi-space-size=16", "--heap-growing-percent=50"] as const;

/** By this id a restarted process recognizes its dead predecessor's leases. */
const jobsHolder = () => ({ JOBS_HOLDER: randomUUID() });

const demoStore = "demo-store";
const projections = "projections";

/** False for all others: they keep `events.db` and `state.db` open while ready. */
export const opensNoStore = ({ name }: { name: string }): boolean => name === demoStore;

/** True for the only process that keeps `read-models.db` open for writing while ready. */
export const writesReadModels = ({ name }: { name: string }): boolean => name === projections;

/** Lists all processes but the supervisor, in start order. */
export const listProcesses = (config: Pick<Config, "demoStore" | "KAFKA_BROKERS">): ChildSpec[] => [
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
    // The deliverer may wait for a mail server.
    stopTimeoutMs: 18_000,
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
