import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failpointNames } from "../config/failpoint-names.ts";

type Armed = { passing: number; victim: "self" | "supervisor"; marker: string };

const armed = new Map<string, Armed[]>();
const passes = new Map<string, number>();

/**
 * Arms the failpoints named in the FAILPOINTS setting, comma-separated; called once at the start of a process. `name` kills this
 * process at the first passing, `name@3` at the third, `name^` the supervisor instead. Each kills once per data folder: a marker under
 * `<dataDir>/failpoints/` says that it did, so that what is started again gets past it.
 */
export const armFailpoints = (names: string, dataDir: string): void => {
  for (const point of failpointNames(names)) {
    if (!point) throw new Error(`FAILPOINTS: '${names}' is not name, name@passing or name^, comma-separated.`);
    const { text, name, passing, isSupervisors } = point;
    const marker = join(dataDir, "failpoints", text.replaceAll(/[^a-z0-9@^:-]/g, "_"));
    armed.set(name, [...(armed.get(name) ?? []), { passing, victim: isSupervisors ? "supervisor" : "self", marker }]);
  }
};

/** A named moment at which a test kills a process with SIGKILL: nothing is cleaned up. Does nothing unless armed. */
export const failpoint = (name: string): void => {
  const points = armed.get(name);
  if (!points) return;
  const passed = (passes.get(name) ?? 0) + 1;
  passes.set(name, passed);
  for (const { passing, victim, marker } of points) {
    if (passed !== passing || existsSync(marker)) continue;
    mkdirSync(join(marker, ".."), { recursive: true });
    writeFileSync(marker, new Date().toISOString());
    process.kill(victim === "self" ? process.pid : process.ppid, "SIGKILL");
  }
};
