import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { descendantsOf } from "#tests/support/processes.ts";

const run = promisify(execFile);

/** MiB; `all`: what was seen, a second apart. */
export type Memory = { start: number; peak: number; end: number; all: number[] };

/** Modules by which a process of the product is known. */
const names: readonly [RegExp, string][] = [
  [/infra\/start\/main\.ts/, "supervisor"],
  [/infra\/start\/web\.ts/, "web"],
  [/infra\/start\/workers\.ts/, "workers"],
  [/infra\/demo-store\/main\.ts/, "demo-store"],
  [/(projections|deliverer|scheduler|exporter|upkeep|support-api)\/main\.ts/, "$1"],
];

/** What a process of the product is called, by the command that started it; undefined of any other. */
export const nameOf = (command: string): string | undefined => {
  for (const [pattern, name] of names) {
    const found = pattern.exec(command);
    if (found) return name.replace("$1", found[1] ?? "");
  }
  return undefined;
};

/** Resident memory by process in MiB; of two with one name the second is called '… 2'. */
const residentOf = async (supervisor: number): Promise<Map<string, number>> => {
  const pids = [supervisor, ...(await descendantsOf(supervisor))].sort((one, other) => one - other);
  const { stdout } = await run("ps", ["-o", "rss=,args=", "-p", pids.join(",")]);
  const found = new Map<string, number>();
  for (const line of stdout.trim().split("\n")) {
    const [, kib = "0", command = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    const name = nameOf(command);
    if (name === undefined) continue;
    found.set(found.has(name) ? `${name} 2` : name, Number(kib) / 1024);
  }
  return found;
};

/** Watches the memory of the product's processes from now on. `end` gives MiB by process. */
export const watchMemory = async (supervisor: number) => {
  const memory = new Map<string, Memory>();
  const note = async (): Promise<void> => {
    for (const [name, mib] of await residentOf(supervisor)) {
      const { start = mib, peak = mib, all = [] } = memory.get(name) ?? {};
      all.push(mib);
      memory.set(name, { start, peak: Math.max(peak, mib), end: mib, all });
    }
  };
  await note();
  let watching = true;
  const watched = (async () => {
    while (watching) {
      await pause(1_000);
      await note();
    }
  })();
  return {
    end: async (): Promise<ReadonlyMap<string, Memory>> => {
      watching = false;
      await watched;
      return memory;
    },
  };
};
