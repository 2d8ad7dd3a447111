import { randomUUID } from "node:crypto";
import type { Config } from "../config/config.ts";
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

/** How the demo store is run. It turns over much, too; left alone, its heap grows to four times of what it keeps (docs/performance.md). */
export const demoStoreStart = { flags: ["--max-semi-space-size=4", "--heap-growing-percent=100"] };

/**
 * How Node runs all others. The room for young objects is small: left alone it grows to 32 MiB in each process, a start alone fills it, and
 * no work was seen to become faster by it (ADR 104).
 */
export const smallYouth = ["--max-semi-space-size=2"] as const;

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
  ...(config.demoStore
    ? [{ name: demoStore, module: "infra/demo-store/main.ts", flags: demoStoreStart.flags, niceness: 5 }]
    : []),
  {
    name: projections,
    module: "projections/main.ts",
    flags: smallYouth,
    environment: { PROJECTIONS_HOLDER: randomUUID() },
  },
  {
    name: "workers",
    module: "infra/start/workers.ts",
    flags: smallYouth,
    environment: jobsHolder(),
    ...background,
  },
  { name: "web", module: "infra/start/web.ts", flags: smallYouth },
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
