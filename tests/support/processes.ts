import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Lists a process's descendants. */
export const descendantsOf = async (pid: number): Promise<number[]> => {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const children = new Map<number, number[]>();
  for (const line of stdout.trim().split("\n")) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found: number[] = [];
  const visit = (parent: number) => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
};

/** Lists a process's children of a module, such as `exporter/main.ts`. */
export const childrenOf = async (pid: number | undefined, module: string): Promise<number[]> => {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout.split("\n").flatMap((line) => {
    const [id, parent, ...args] = line.trim().split(/\s+/);
    return Number(parent) === pid && args.join(" ").includes(module) ? [Number(id)] : [];
  });
};

/** The first of {@link childrenOf}. @throws there is none */
export const childOf = async (pid: number | undefined, module: string): Promise<number> => {
  const [child] = await childrenOf(pid, module);
  if (child === undefined) throw new Error(`Process ${pid} runs no ${module}.`);
  return child;
};

/** Reads a process's peak memory, MiB; undefined except on Linux. */
export const peakOf = async (pid: number): Promise<number | undefined> => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(status, "utf8")) ?? [];
  return kib === undefined ? undefined : Number(kib) / 1024;
};

/** Counts how often a process's threads left the processor: idle, or preempted. Linux only. */
export const switchesOf = async (pid: number): Promise<{ wanted: number; forced: number }> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const statuses = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/status`, "utf8")));
  const sum = (name: string): number =>
    statuses.reduce((all, status) => all + Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]), 0);
  return { wanted: sum("voluntary_ctxt_switches"), forced: sum("nonvoluntary_ctxt_switches") };
};

/** Returns whether a process is running. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
};
