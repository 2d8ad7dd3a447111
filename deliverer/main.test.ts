import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-deliverer-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}) => {
  const started = fork(main, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "error", ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child = started;
  return started;
};

const givenMessage = async (messageId: string) => {
  const clock = createSystemClock({ fixedNow: undefined });
  const { eventStore, stateStore, vault, close } = await openStores({
    config: { DATA_DIR: dataDir },
    clock,
    readModels: "none",
  });
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
  const messageRef = await vault.put("Where is my report?", { owner: "t", reference: `support-message:${messageId}` });
  await runner.execute(
    supportDecider,
    "t",
    (context): SupportCommand => ({ type: "SendSupportMessage", messageId, messageRef, context }),
    { tenant: "t", actor: { kind: "merchant" }, correlation: "c" },
  );
  await close();
};

const openMails = async (tenant: string) => {
  const clock = createSystemClock({ fixedNow: undefined });
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  try {
    const { waiting, running } = await stores.workQueue.countOpen({ tenant, kinds: ["send-mail"] });
    return waiting + running;
  } finally {
    await stores.close();
  }
};

const outbox = () => readdir(join(dataDir, "outbox")).catch(() => []);

describe("the deliverer process", () => {
  it("reports that it is running, and ends by itself when asked to", async () => {
    const deliverer = start();
    expect(await once(deliverer, "message")).toMatchObject([{ kind: "ready" }, undefined]);
    deliverer.kill("SIGTERM");
    expect(await once(deliverer, "exit")).toEqual([0, null]);
  });

  it("ends when its parent process is gone", async () => {
    const deliverer = start();
    await once(deliverer, "message");
    deliverer.disconnect();
    expect(await once(deliverer, "exit")).toEqual([0, null]);
  });

  it("waits for the answer of a mail server that has the whole mail, then ends", async () => {
    const server = await startScriptedSmtp({ END: "silence" });
    await givenMessage("m1");
    const deliverer = start({ SMTP_URL: server.url, SUPPORT_EMAIL: "help@sheaf.example" });
    await server.hears("END");
    deliverer.kill("SIGTERM");
    const ended = once(deliverer, "exit");
    server.answer("250 Ok");
    expect(await ended).toEqual([0, null]);
    expect(await openMails("t")).toBe(0);
    await server.close();
  });

  it("sends mails requested before it started, and continues when it restarts after a kill", async () => {
    await givenMessage("m1");
    const first = start({ FAILPOINTS: "deliverer:after-sent-before-complete" });
    await once(first, "exit");
    expect(await outbox()).toEqual(["support-m1.eml"]);
    const before = await readFile(join(dataDir, "outbox", "support-m1.eml"), "utf8");
    await givenMessage("m2");
    start();
    await expect.poll(outbox, { timeout: 30_000 }).toEqual(["support-m1.eml", "support-m2.eml"]);
    expect(before).toMatch(/^Message-ID: <support-m1@localhost>\r$/m);
  });

  it("resumes its killed predecessor's jobs at once under the same supervisor, without waiting for the lease", async () => {
    await givenMessage("m1");
    const supervised = { JOBS_HOLDER: "deliverer of one supervisor" };
    await once(start({ ...supervised, FAILPOINTS: "deliverer:after-sent-before-complete" }), "exit");
    expect(await openMails("t")).toBe(1);
    start(supervised);
    await expect.poll(() => openMails("t"), { timeout: 15_000 }).toBe(0);
  });
});
