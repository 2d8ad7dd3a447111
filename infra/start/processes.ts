import { randomUUID } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { ChildSpec } from "./child.ts";

/** Work that nobody watches gives way to what someone waits for; it still gets a tenth of a core that is wanted by both. */
const background = { niceness: 10 };

/**
 * Of the processes that write files, so that their memory does not grow with the rows of a report: rows live for a moment, and V8 would
 * give room for three times 16 MiB of them, and let what outlives them grow fourfold before it looks through that (docs/performance.md).
 */
export const exporterFlags = ["--max-semi-space-size=4", "--heap-growing-percent=30"] as const;

/** By it a process that is started again knows the leases of the one before it, which is dead by then. */
const jobsHolder = () => ({ JOBS_HOLDER: randomUUID() });

const demoStore = "demo-store";
const projections = "projections";

/** All others have `events.db` and `state.db` open from when they are ready to their end. */
export const opensNoStore = ({ name }: { name: string }): boolean => name === demoStore;

/** It alone has `read-models.db` open for writing, from when it is ready to its end. */
export const writesReadModels = ({ name }: { name: string }): boolean => name === projections;

/** Every process of the system beside the supervisor, in the order in which they are started. */
export const processesOf = (config: Pick<Config, "demoStore">): ChildSpec[] => [
  ...(config.demoStore ? [{ name: demoStore, module: "infra/demo-store/main.ts", niceness: 5 }] : []),
  { name: projections, module: "projections/main.ts", environment: { PROJECTIONS_HOLDER: randomUUID() } },
  { name: "deliverer", module: "deliverer/main.ts", environment: jobsHolder(), ...background },
  { name: "upkeep", module: "upkeep/main.ts", environment: jobsHolder(), ...background },
  { name: "web", module: "infra/start/web.ts" },
  {
    name: "exporter",
    module: "exporter/main.ts",
    environment: { EXPORTER_LANES: "short,long", ...jobsHolder() },
    flags: exporterFlags,
    ...background,
  },
  {
    name: "exporter-short",
    module: "exporter/main.ts",
    environment: { EXPORTER_LANES: "short", ...jobsHolder() },
    flags: exporterFlags,
    ...background,
  },
];
