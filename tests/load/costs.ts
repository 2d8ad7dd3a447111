import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { descendantsOf } from "#tests/support/processes.ts";

/** Modules by which a process of the product is known. */
const names: readonly [RegExp, string][] = [
  [/infra\/start\/main\.ts/, "supervisor"],
  [/infra\/start\/web\.ts/, "web"],
  [/infra\/start\/workers\.ts/, "workers"],
  [/infra\/demo-store\/main\.ts/, "demo-store"],
  [/(projections|deliverer|scheduler|exporter|upkeep|support-api)\/main\.ts/, "$1"],
];

/** The name of a product process, by the command that started it; undefined for other processes. */
const nameOf = (command: string): string | undefined => {
  for (const [pattern, name] of names) {
    const found = pattern.exec(command);
    if (found) return name.replace("$1", found[1] ?? "");
  }
  return undefined;
};

/**
 * `mib`: proportional set size, in which processes divide the pages that they share. `cpu`: seconds of the processor so
 * far.
 */
export type Cost = { mib: number; cpu: number };

/** Linux counts processor time in these. */
const ticksPerSecond = 100;

const read = (pid: number, file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, "utf8");

/** @throws the process is not there */
export const costOf = async (pid: number): Promise<Cost> => {
  const [, kib = "0"] = /^Pss:\s+(\d+) kB$/m.exec(await read(pid, "smaps_rollup")) ?? [];
  // The program's name ends at the parenthesis and may hold spaces. The times include those of children that have
  // ended.
  const fields = (await read(pid, "stat")).split(") ").at(-1)?.split(" ") ?? [];
  const ticks = fields.slice(11, 15).map(Number);
  return { mib: Number(kib) / 1024, cpu: ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond };
};

/**
 * Memory and processor time of each process of the product, by its name; of two with one name the second is called '…
 * 2'. A process that ends meanwhile is left out. @throws on another system than Linux
 */
export const costsOf = async (supervisor: number): Promise<Map<string, Cost>> => {
  if (!existsSync("/proc/self/smaps_rollup"))
    throw new Error("Only Linux tells how processes share memory. Run this benchmark there.");
  const pids = [supervisor, ...(await descendantsOf(supervisor))].sort((one, other) => one - other);
  const found = new Map<string, Cost>();
  for (const pid of pids) {
    const seen = await Promise.all([read(pid, "cmdline"), costOf(pid)]).catch(() => undefined);
    if (!seen) continue;
    const [command, cost] = seen;
    const name = nameOf(command.replaceAll("\0", " "));
    if (name !== undefined) found.set(found.has(name) ? `${name} 2` : name, cost);
  }
  return found;
};
