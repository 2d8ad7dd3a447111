import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Figure } from "./measure.ts";

/** How long commands took, ms. */
export type CommandTimes = { name: string; count: number; p50: number; p99: number }[];

const child = fileURLToPath(new URL("./commands-child.ts", import.meta.url));
const goal = 3;

/** `settings`: of engines, none without. `each`: commands of each client in place of the usual number. */
export const measureCommands = async ({
  settings = {},
  each,
}: {
  settings?: Readonly<Record<string, string>>;
  each?: number;
} = {}): Promise<CommandTimes> => {
  const flags = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=1"];
  const given = JSON.stringify({ settings, each });
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, child, given]);
  return JSON.parse(stdout) as CommandTimes;
};

/**
 * How long a command takes over HTTP, durable and with 20 clients who wait for nothing else: of one shop, and of 20. The clients share a process whose
 * collector never pauses it for long: with Node's own measure it stood still up to 23 ms, which counted as Sheaf's.
 */
export const run = async (): Promise<Figure[]> =>
  (await measureCommands()).flatMap(({ name, count, p50, p99 }) => [
    { name: `command, ${name}, p50 of ${count}`, value: p50, unit: "ms" },
    {
      name: `command, ${name}, p99`,
      value: p99,
      unit: "ms",
      peer: { name: "p50", value: p50, ratio: p99 / p50 },
      goal: { text: `at most ${goal} times p50`, met: p99 <= goal * p50 },
    },
  ]);
