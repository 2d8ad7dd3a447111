import { spawn } from "node:child_process";
import { once } from "node:events";

/** Works for half a second of the processor's time, and says how long that took by the clock. */
const work = `const { performance } = require("node:perf_hooks");
const began = performance.now();
while (process.cpuUsage().user + process.cpuUsage().system < 500_000);
process.stdout.write(String((performance.now() - began) / 500));`;

/**
 * Measures how much longer work takes than alone, at the exporters' niceness: 1 on an idle machine. Time limits are
 * promised for an idle machine, so a test multiplies its limit by this.
 */
export const machineSlowness = async (): Promise<number> => {
  const child = spawn("nice", ["-n", "10", process.execPath, "-e", work], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  const times = Number(said);
  if (code !== 0 || !(times > 0)) throw new Error(`The measure of the machine ended with ${code} and said '${said}'.`);
  return Math.max(1, times);
};
