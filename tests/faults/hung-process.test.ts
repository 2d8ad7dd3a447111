import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

const patience = { timeout: 60_000 };

let sheaf: StartedSheaf;

const pidOf = (module: string): number => {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const line = lines.find((text) => text.includes(module) && text.trim().split(/\s+/)[1] === String(sheaf.process.pid));
  return Number(line?.trim().split(/\s+/)[0]);
};
const health = async () => {
  const response = await fetch(`${sheaf.url}/healthz`);
  const { reasons } = (await response.json()) as { reasons: string[] };
  return { status: response.status, reasons: reasons.join("\n") };
};

beforeAll(async () => {
  sheaf = await startSheaf({ env: { DEMO_NOW: "2026-11-01T10:30:00Z", LOG_LEVEL: "error" } });
}, 120_000);
afterAll(() => sheaf?.stop());

it("a process that hangs is named by the health, and once in the log, until it answers again", async () => {
  const pids = ["projections/main.ts", "deliverer/main.ts"].map(pidOf);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  try {
    await expect.poll(health, patience).toEqual({
      status: 503,
      reasons: expect.stringMatching(/projections has not answered for \d+ s\ndeliverer has not answered for \d+ s/),
    });
    await expect.poll(async () => (await health()).reasons, patience).toMatch(/for (1[89]|[2-9]\d) s/);
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  }
  await expect.poll(health, patience).toEqual({ status: 200, reasons: "" });
  for (const name of ["projections", "deliverer"]) {
    expect(sheaf.output().split(`${name} has not answered`)).toHaveLength(2);
    expect(sheaf.output()).toContain(`${name} answers again.`);
  }
}, 180_000);
