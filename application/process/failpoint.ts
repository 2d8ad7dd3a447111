import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failpointNames } from "#infra/config/failpoint-names.ts";

type Armed = { passing: number; passed: number; victim: "self" | "supervisor"; marker: string };

const armed = new Map<string, Armed[]>();

/** Path of the file that marks a failpoint as used. `text`: as in FAILPOINTS. */
export const failpointMarker = (dataDir: string, text: string): string =>
  join(dataDir, "failpoints", text.replaceAll(/[^a-z0-9@^:-]/g, "_"));

/**
 * Arms the failpoints in FAILPOINTS, comma-separated; call once at start. `name` kills this process at the first pass,
 * `name@3` at the third, `name^` the supervisor instead. Each kills once: a marker under `<dataDir>/failpoints/` lets
 * the restarted process pass. Deleting it arms the failpoint again.
 */
export const armFailpoints = (names: string, dataDir: string): void => {
  for (const point of failpointNames(names)) {
    if (!point) throw new Error(`FAILPOINTS: '${names}' is not name, name@passing or name^, comma-separated.`);
    const { text, name, passing, isSupervisors } = point;
    const marker = failpointMarker(dataDir, text);
    const victim = isSupervisors ? "supervisor" : "self";
    armed.set(name, [...(armed.get(name) ?? []), { passing, passed: 0, victim, marker }]);
  }
};

export const areFailpointsArmed = (): boolean => armed.size > 0;

/** A moment at which tests kill a process with SIGKILL, without clean-up. No-op unless armed. */
export const failpoint = (name: string): void => {
  for (const point of armed.get(name) ?? []) {
    const { passing, victim, marker } = point;
    if (existsSync(marker)) continue;
    point.passed += 1;
    if (point.passed !== passing) continue;
    mkdirSync(join(marker, ".."), { recursive: true });
    writeFileSync(marker, new Date().toISOString());
    process.kill(victim === "self" ? process.pid : process.ppid, "SIGKILL");
  }
};
