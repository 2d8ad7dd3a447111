import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const flags = ["--disable-warning=ExperimentalWarning"];
const web = "processes/web.ts";
const supportApi = "support-api/main.ts";

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let child: ChildProcess | undefined;
let port: number;
let supportPort: number;
beforeEach(async () => {
  folder = await createTempFolder();
  [port, supportPort] = [await freePort(), await freePort()];
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await folder.remove();
});

const environment = (more: Record<string, string> = {}) => ({
  ...childEnvironment,
  SUPPORT_CONSOLE: "true",
  DATA_DIR: folder.path,
  LOG_LEVEL: "info",
  PORT: String(port),
  SUPPORT_PORT: String(supportPort),
  ...more,
});

/** Starts it as the supervisor does. Returns its messages to the supervisor. */
const supervised = (module: string): unknown[] => {
  const started = fork(root + module, [], {
    execArgv: flags,
    env: environment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child = started;
  const told: unknown[] = [];
  started.on("message", (message) => told.push(message));
  return told;
};
/** Starts it without a supervisor. Returns its output. */
const alone = (module: string, more: Record<string, string> = {}): (() => string) => {
  const started = spawn(process.execPath, [...flags, module], {
    cwd: root,
    env: environment(more),
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  let printed = "";
  for (const stream of [started.stdout, started.stderr]) stream.on("data", (text) => (printed += text));
  return () => printed;
};
const statusOf = async (at: number, path: string, method = "GET"): Promise<number | undefined> =>
  (await fetch(`http://localhost:${at}${path}`, { method }).catch(() => undefined))?.status;

describe("the support console", () => {
  it("is served by a supervised web process, only at its own port", async () => {
    const told = supervised(web);
    await expect.poll(() => told).toContainEqual({ kind: "ready" });
    expect(await statusOf(supportPort, "/support/api/me")).toBe(401);
    expect(await statusOf(supportPort, "/api/account/status")).toBe(404);
    // By GET every path is one of the merchant's pages.
    expect(await statusOf(port, "/support/api/sign-out", "POST")).toBe(404);
  });

  it("is not served by a web process started on its own", async () => {
    const printed = alone(web);
    await expect.poll(printed).toContain("the web process is listening");
    expect(await statusOf(supportPort, "/support/api/me")).toBeUndefined();
  });

  it("ends its process with a reason if its port is taken", async () => {
    const other = createServer().listen(supportPort);
    await once(other, "listening");
    const told = supervised(web);
    if (child) expect(await once(child, "exit")).toEqual([1, null]);
    other.close();
    expect(told.at(-1)).toEqual({
      kind: "trouble",
      sentence: `Port ${supportPort} is taken. Stop the program that listens there, or set SUPPORT_PORT to another port.`,
    });
  });

  it("can be started on its own, and stops on request", async () => {
    const printed = alone(supportApi);
    await expect.poll(printed).toContain("the support console is listening");
    expect(await statusOf(supportPort, "/support/api/me")).toBe(401);
    child?.kill("SIGTERM");
    if (child) expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("says that it needs a sign-in provider if started on its own", async () => {
    const printed = alone(supportApi, { SUPPORT_CONSOLE: "false" });
    if (child) expect(await once(child, "close")).toEqual([1, null]);
    expect(printed()).toContain("There is no support console without SUPPORT_ISSUER. Set the address");
  });
});
