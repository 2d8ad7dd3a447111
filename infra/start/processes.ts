import { randomUUID } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { ChildSpec } from "./child.ts";

/** Work that nobody watches gives way to what someone waits for; it still gets a tenth of a core that is wanted by both. */
const background = { niceness: 10 };

/**
 * An exporter turns over much and keeps little. Left alone, its heap grows to twice of what it keeps before it is looked through: 430 MiB of which
 * 150 are in use. So it is looked through when it has grown by 15 %, for a fifth more of the processor (docs/performance.md).
 */
export const exporterFlags = ["--max-semi-space-size=8", "--heap-growing-percent=15"];

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
    flags: exporterFlags,
    environment: { EXPORTER_LANES: "short,long", ...jobsHolder() },
    ...background,
  },
  {
    name: "exporter-short",
    module: "exporter/main.ts",
    flags: exporterFlags,
    environment: { EXPORTER_LANES: "short", ...jobsHolder() },
    ...background,
  },
];
