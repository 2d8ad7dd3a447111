import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { simpleParser } from "mailparser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { deliverRunJob } from "#application/jobs/deliver-run-job.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { profileForTests, tenant } from "#tests/support/deliverer-for-tests.ts";
import { deliveriesOf, givenFinishedRun, givenReport } from "#tests/support/delivering.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-killed-deliverer-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}) => {
  child = fork(main, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "error", JOBS_HOLDER: "one", ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return child;
};

const withStores = async <Result>(
  work: (
    ports: Awaited<ReturnType<typeof openStores>> & { runner: ReturnType<typeof createCommandRunner> },
  ) => Promise<Result>,
): Promise<Result> => {
  const clock = createSystemClock({ fixedNow: undefined });
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  const { eventStore, stateStore } = stores;
  try {
    const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
    return await work({ ...stores, runner });
  } finally {
    await stores.close();
  }
};

/** A run by e-mail with a finished file. Without a mail server, its mail goes to the outbox. */
const givenRun = () =>
  withStores(async ({ runner, vault, fileStore, eventStore, workQueue }) => {
    const emailRef = await vault.put("owner@aurora.example", { owner: tenant });
    const onShop = (command: (context: ShopCommand["context"]) => ShopCommand) =>
      runner.execute(shopDecider, tenant, command, { tenant, actor: { kind: "merchant" }, correlation: "c" });
    await onShop((context) => ({ type: "InstallShop", tenant, shop: "aurora-demo", context }));
    const profile = { ...profileForTests, emailRef };
    await onShop((context) => ({ type: "AuthorizeShop", scopes: [], profile, context }));
    const words = { fromName: "", replyTo: "", subject: "", message: "", asLink: false };
    const to = { kind: DestinationKind.Email, recipients: ["ann@partner.example"], ...words };
    const automationId = await givenReport({ runner, vault }, tenant, to);
    const run = await givenFinishedRun({ runner, vault, files: fileStore, eventStore }, { tenant, automationId });
    await workQueue.enqueue(deliverRunJob(run.job, new Date()));
    return run;
  });

const statusOf = (runId: string) =>
  withStores(async ({ runner }) => (await runner.load(runDecider, runId)).state.status);

describe.each([
  ["deliverer:before-start", 1, false],
  ["deliverer:after-start-before-delivery", 2, false],
  ["deliverer:after-delivery-before-confirmed", 2, true],
  ["deliverer:after-confirmed", 1, false],
])("A deliverer killed at %s", (point, attempt, before) => {
  it("is replaced by one that finishes the delivery, and the receiver has the file once", async () => {
    const run = await givenRun();
    await once(start({ FAILPOINTS: point }), "exit");
    const outbox = join(dataDir, "outbox");
    const arrived = () => readdir(outbox).catch(() => []);
    const sentBefore = point.endsWith("confirmed")
      ? await readFile(join(outbox, (await arrived())[0] ?? "none"))
      : undefined;
    start();
    await expect.poll(() => statusOf(run.runId), { timeout: 30_000, interval: 300 }).toBe("confirmed");
    const [name = "", ...others] = await arrived();
    const mail = await readFile(join(outbox, name));
    const { attachments } = await simpleParser(mail);
    expect(others).toEqual([]);
    expect(
      createHash("sha256")
        .update(attachments[0]?.content ?? "")
        .digest("hex"),
    ).toBe(run.fileHash);
    if (sentBefore) expect(mail.equals(sentBefore)).toBe(true);
    const events = await withStores(({ eventStore }) => deliveriesOf(eventStore, run.runId));
    expect(events.at(-1)).toMatchObject({ type: "DeliveryConfirmed", data: { attempt, receipt: { before } } });
  });
});
