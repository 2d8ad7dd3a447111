import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { runJob } from "#application/jobs/run-job.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { createPeopleHash, keyMark } from "#application/people/people-hash.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import { toAuthorizedKey } from "#application/session/authorized-at.ts";
import { createSessions, type Sessions } from "#application/session/sessions.ts";
import { createShopNames } from "#application/session/shop-names.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { createQuarantinedCopies } from "#infra/sqlite/files/quarantined-copies.ts";
import { createTokenStore } from "#infra/store-platform/calls/token-store.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { repair } from "#processes/repair/repair.ts";
import { derivePrivacyId, receivePrivacyRequest } from "../../command-api/privacy/receive.ts";
import { processedKey, processOnce } from "../../command-api/webhooks/process-once.ts";
import { cleanUp } from "../../exporter/janitor.ts";
import type { UpkeepDeps } from "../../upkeep/deps.ts";
import { createPrivacyTask } from "../../upkeep/privacy/privacy-task.ts";
import { finishing } from "./finishing.ts";
import { createPlatformForTests } from "./platform-for-tests.ts";

export const tenant = "11111111-1111-4111-8111-111111111111";
const shop = "aurora-demo";
const ann: PrivacySubject = { customerId: "11", email: "ann@example.com", orders: [] };
export const emailRef = `shop-email:${tenant}`;
const ids = createSystemIds();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Open stores with upkeep's dependencies. */
export type Sheaf = Stores & { deps: UpkeepDeps & { sessions: Sessions; clock: FakeClock } };
const request = { tenant, actor: { kind: "merchant" }, correlation: "c" } as const;
const onShop = async ({ deps }: Sheaf, command: WithoutContext<ShopCommand>) => {
  const done = await deps.runner.execute(
    shopDecider,
    tenant,
    (context): ShopCommand => ({ ...command, context }),
    request,
  );
  if (isRefusal(done)) throw new Error(done.message);
};
export const onExport = async ({ deps }: Sheaf, id: string, command: WithoutContext<ExportCommand>) => {
  const done = await deps.runner.execute(
    exportDecider,
    id,
    (context): ExportCommand => ({ ...command, context }) as ExportCommand,
    request,
  );
  if (isRefusal(done)) throw new Error(done.message);
};

export const issue = async ({ deps: { sessions } }: Sheaf) =>
  sessions.issue({ tenant, shop, epoch: await sessions.readEpoch(tenant) });

/** Records a login's events. */
export const logIn = async (sheaf: Sheaf) => {
  const { stateStore, eventStore, vault } = sheaf;
  const { clock } = sheaf.deps;
  await createShopNames({ state: stateStore, eventStore, ids: { ...ids, uuid: () => tenant } }).claim(shop);
  const grant = { accessToken: "a", refreshToken: undefined, expiresIn: undefined, scopes: [] };
  await createTokenStore({ stateStore, vault, clock }).write(tenant, grant as never, 0);
  const { email, ...facts } = createPlatformForTests().profileOf(shop);
  await vault.put(email, { owner: tenant, reference: emailRef });
  await onShop(sheaf, { type: "InstallShop", tenant, shop });
  await stateStore.put(toAuthorizedKey(tenant), clock.wall().toISOString());
  await onShop(sheaf, { type: "AuthorizeShop", scopes: [], profile: { ...facts, emailRef } });
  return issue(sheaf);
};
export const leave = async (sheaf: Sheaf) => {
  sheaf.deps.clock.advance(1_000);
  await onShop(sheaf, { type: "UninstallShop", webhookId: "w" });
};

export const requestExport = (sheaf: Sheaf, id: string) =>
  onExport(sheaf, id, {
    type: "RequestExport",
    exportId: id,
    tenant,
    shop,
    reportId: "r",
    reportTitle: id,
    fileType: FileType.Csv,
    fileName: `${id}.csv`,
    inputHash: id,
    trigger: "manual",
    emptyExpected: false,
    asked: null,
  });
/** Makes a report that contains this customer. */
export const makeFile = async (sheaf: Sheaf, id: string, customer: string) => {
  await requestExport(sheaf, id);
  await onExport(sheaf, id, { type: "StartExport", worker: "w" });
  const marks = [keyMark, { kind: "customer", value: customer } as const];
  const people = Buffer.from(marks.map(createPeopleHash(sheaf.vault, tenant)).join(""), "hex");
  for (const [key, bytes] of [
    [`${id}.1.people`, people],
    [`${id}.1.csv`, Buffer.from("report")],
  ] as const) {
    const part = await sheaf.fileStore.createPart(`${key}.making`);
    await part.write(bytes);
    await part.publish(key);
  }
  await onExport(sheaf, id, finishing(id, sheaf.deps.clock.now()));
};
/** Records a request like the webhook. */
export const asks = async ({ deps, vault, stateStore }: Sheaf, kind: PrivacyRequestKind, webhookId = "w1") => {
  const topic = { "customer-data": "customers/data_request", "customer-erasure": "customers/redact" } as const;
  const name = kind === "shop-erasure" ? "shop/redact" : topic[kind];
  const sent = { shop, webhookId, bodyHash: "b" };
  await processOnce({ state: stateStore, clock: deps.clock }, processedKey(name, sent), () =>
    receivePrivacyRequest(
      { runner: deps.runner, vault },
      kind,
      { ...sent, tenant, requestId: "c" },
      kind === "shop-erasure" ? undefined : { subject: ann, isComplete: true },
    ),
  );
  return derivePrivacyId(kind, sent);
};

/** Handles new events and every due job. */
export const upkeep = async ({ deps, bus, eventStore, stateStore }: Sheaf) => {
  const duty = createPrivacyTask(deps);
  for (;;) {
    const events = (await eventStore.readAll({ limit: 10_000 })).filter(({ type }) => duty.types.includes(type));
    const heard = (await stateStore.get<{ position: string }>(`bus:${duty.group}`))?.value.position;
    const wanted = events.at(-1)?.position;
    if (wanted !== undefined && (heard === undefined || heard < wanted)) {
      const done = new AbortController();
      const checkpoint = async () => (await stateStore.get<{ position: string }>(`bus:${duty.group}`))?.value.position;
      const following = bus.subscribe(duty, duty.handle, done.signal);
      await expect.poll(async () => ((await checkpoint()) ?? "") >= wanted).toBe(true);
      done.abort();
      await following;
    }
    const job = await deps.queue.claim({
      kinds: Object.keys(duty.handlers),
      lanes: [upkeepLane],
      worker: "w",
      leaseMs: 30_000,
    });
    if (
      !job &&
      wanted ===
        (await eventStore.readAll({ limit: 10_000 })).filter(({ type }) => duty.types.includes(type)).at(-1)?.position
    )
      return;
    if (job) await runJob({ ...deps, handlers: duty.handlers, signal: new AbortController().signal }, job);
  }
};
export const endOf = async ({ deps }: Sheaf, id: string) => {
  const { state } = await deps.runner.load(privacyDecider, id);
  return state.status === "carried-out" ? state.end : state.status;
};
export const files = async ({ fileStore }: Sheaf) => (await fileStore.list()).toSorted();
export const janitor = ({ workQueue: queue, fileStore, scratch, deps: { runner, clock } }: Sheaf) =>
  cleanUp({ queue, fileStore, scratch, runner, clock, log: quiet }, new Set(), new AbortController().signal);

/** A data folder with its own clock, for older copies and repairs of its stores. */
export const privacyFolder = async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-repair-"));
  const copies = await mkdtemp(join(tmpdir(), "sheaf-repair-copies-"));
  const said: string[] = [];

  /** Opens the folder's stores with upkeep's dependencies. */
  const withSheaf = async <T>(work: (sheaf: Sheaf) => Promise<T>): Promise<T> => {
    const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
    const { eventStore, stateStore, vault } = stores;
    const tokens = createTokenStore({ stateStore, vault, clock });
    const sessions = createSessions({ state: stateStore, vault, clock, ids });
    const deps: Sheaf["deps"] = {
      eventStore,
      stateStore,
      queue: stores.workQueue,
      vault,
      fileStore: stores.fileStore,
      platform: { ...createPlatformForTests(), forgetTokens: tokens.forget },
      sessions,
      outbox: createMemoryMail(),
      quarantinedCopies: createQuarantinedCopies(dataDir),
      runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters }),
      environment: "local",
      config: { APP_URL: "http://localhost:3000" },
      clock,
      worker: "w",
      log: quiet,
    };
    try {
      await stores.check();
      return await work({ ...stores, deps });
    } finally {
      await stores.close();
    }
  };

  const fileIn = (name: string) => join(dataDir, name);
  const remove = async (name: string) => {
    for (const ending of ["", "-wal", "-shm"]) await rm(fileIn(name + ending), { force: true, recursive: true });
  };
  const keepCopy = async (...names: string[]) => {
    for (const name of names) await cp(fileIn(name), join(copies, name), { recursive: true });
  };
  const putBack = async (...names: string[]) => {
    for (const name of names) {
      await remove(name);
      await cp(join(copies, name), fileIn(name), { recursive: true });
    }
  };
  const mend = async () => {
    expect(await repair({ dataDir, clock, ids, mend: false, say: (line) => said.push(line) })).toBe("disagrees");
    expect(await repair({ dataDir, clock, ids, mend: true, say: () => undefined })).toBe("mended");
  };
  /** The output of the repair's check. */
  const text = () => said.join("\n");
  const removeFolder = async () => {
    for (const folder of [dataDir, copies]) await rm(folder, { recursive: true, force: true });
  };
  return { clock, dataDir, withSheaf, remove, keepCopy, putBack, mend, text, removeFolder };
};
export type PrivacyFolder = Awaited<ReturnType<typeof privacyFolder>>;
