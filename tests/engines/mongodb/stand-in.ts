import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { engineJars } from "../jars.ts";

const program = join(import.meta.dirname, "StandIn.java");

export type StandIn = { port: number; url: string; close(): Promise<void> };

/** Starts its own mongo-java-server, in memory; or says in a sentence why there is none. It dies with this process. */
export const startStandIn = async (): Promise<StandIn | { missing: string }> => {
  const jars = await engineJars();
  if ("missing" in jars) return jars;
  // It tells of every index that it ignores, and of every command that it refuses.
  const quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=off";
  const child = spawn("java", ["-Xmx512m", quiet, "-cp", jars.classPath, program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const port = await Promise.race([
    once(lines, "line").then(([line]) => Number(line)),
    exited.then(() => {
      throw new Error("mongo-java-server ended before it said where it listens. What it said stands above.");
    }),
  ]);
  return {
    port,
    url: `mongodb://127.0.0.1:${port}`,
    async close() {
      child.stdin.end();
      await exited;
    },
  };
};
