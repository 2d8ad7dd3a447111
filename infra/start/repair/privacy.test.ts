import { copyFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import { FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { createPlatformForTests } from "#tests/support/platform-for-tests.ts";
import { privacyIdOf, receivePrivacyRequest } from "../../../command-api/privacy/receive.ts";
import { createRoom } from "../../../command-api/reporting/room.ts";
import { once, takenKey } from "../../../command-api/webhooks/once.ts";
import { sweep } from "../../../exporter/janitor.ts";
import type { UpkeepDeps } from "../../../upkeep/deps.ts";
import { privacyDuty } from "../../../upkeep/privacy/duty.ts";
import { exportsOf } from "../../../upkeep/privacy/exports-of.ts";
import { createCommandRunner } from "../../app/command-runner.ts";
import { doJob } from "../../app/jobs/do-job.ts";
import { upkeepLane } from "../../app/jobs/upkeep-lane.ts";
import { createPeopleHash, keyMark } from "../../app/people/people-hash.ts";
import { type PrivacySubject, subjectRefOf } from "../../app/privacy/subject.ts";
import { authorizedKey } from "../../app/session/authorized-at.ts";
import { createSessions, type Sessions } from "../../app/session/sessions.ts";
import { allTenants, createShopNames } from "../../app/session/shop-names.ts";
import { historyKey } from "../../history/marks.ts";
import { createFakeClock, type FakeClock } from "../../memory/clock.ts";
import { createMemoryMail } from "../../memory/mail.ts";
import { Erased } from "../../ports/vault.ts";
import { createAsideCopies } from "../../sqlite/aside-copies.ts";
import { createTokenStore } from "../../store-platform/token-store.ts";
import { createSystemIds } from "../../system/ids.ts";
import { openStores, type Stores } from "../open-stores.ts";
import { repair } from "./repair.ts";

const tenant = "11111111-1111-4111-8111-111111111111";
const shop = "aurora-demo";
const ann: PrivacySubject = { customerId: "11", email: "ann@example.com", orders: [] };
const emailRef = `shop-email:${tenant}`;
const ids = createSystemIds();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let clock: FakeClock;
let dataDir: string;
let copies: string;
let said: string[];
beforeEach(async () => {
  clock = createFakeClock("2026-11-20T12:00:00.000Z");
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-repair-"));
  copies = await mkdtemp(join(tmpdir(), "sheaf-repair-copies-"));
  said = [];
});
afterEach(async () => {
  for (const folder of [dataDir, copies]) await rm(folder, { recursive: true, force: true });
});

type Sheaf = Stores & { deps: UpkeepDeps & { sessions: Sessions } };

/** Stores of the folder, with what upkeep works with. */
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
    asideCopies: createAsideCopies(dataDir),
    runner: createCommandRunner({ eventStore, stateStore, clock, ids, upcasters }),
    environment: "local",
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

type Naked<C> = C extends unknown ? Omit<C, "context"> : never;
const request = { tenant, actor: { kind: "merchant" }, correlation: "c" } as const;
const onShop = async ({ deps }: Sheaf, command: Naked<ShopCommand>) => {
  const done = await deps.runner.execute(
    shopDecider,
    tenant,
    (context): ShopCommand => ({ ...command, context }),
    request,
  );
  if (isRefusal(done)) throw new Error(done.message);
};
const onExport = async ({ deps }: Sheaf, id: string, command: Naked<ExportCommand>) => {
  const done = await deps.runner.execute(
    exportDecider,
    id,
    (context): ExportCommand => ({ ...command, context }) as ExportCommand,
    request,
  );
  if (isRefusal(done)) throw new Error(done.message);
};

const issue = async ({ deps: { sessions } }: Sheaf) =>
  sessions.issue({ tenant, shop, epoch: await sessions.epochOf(tenant) });

/** As a log-in leaves it. */
const logIn = async (sheaf: Sheaf) => {
  const { stateStore, eventStore, vault } = sheaf;
  await createShopNames({ state: stateStore, eventStore, ids: { ...ids, uuid: () => tenant } }).claim(shop);
  const grant = { accessToken: "a", refreshToken: undefined, expiresIn: undefined, scopes: [] };
  await createTokenStore({ stateStore, vault, clock }).write(tenant, grant as never, 0);
  const { email, ...facts } = createPlatformForTests().profileOf(shop);
  await vault.put(email, { owner: tenant, reference: emailRef });
  await onShop(sheaf, { type: "InstallShop", tenant, shop });
  await stateStore.put(authorizedKey(tenant), clock.wall().toISOString());
  await onShop(sheaf, { type: "AuthorizeShop", scopes: [], profile: { ...facts, emailRef } });
  return issue(sheaf);
};
const leave = async (sheaf: Sheaf) => {
  clock.advance(1_000);
  await onShop(sheaf, { type: "UninstallShop", webhookId: "w" });
};

const requestExport = (sheaf: Sheaf, id: string) =>
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
/** A report that holds the customer of this number. */
const makeFile = async (sheaf: Sheaf, id: string, customer: string) => {
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
  await onExport(sheaf, id, {
    type: "FinishExport",
    attempt: 1,
    fileKey: `${id}.1.csv`,
    bytes: 6,
    contentHash: "c",
    fileHash: "f",
    fingerprint: { app: "a", icu: "i", tz: "t", node: "n" },
    orders: 1,
    rows: 1,
    expiresAt: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
  });
};
/** As the webhook does. */
const asks = async ({ deps, vault, stateStore }: Sheaf, kind: PrivacyRequestKind, webhookId = "w1") => {
  const topic = { "customer-data": "customers/data_request", "customer-erasure": "customers/redact" } as const;
  const name = kind === "shop-erasure" ? "shop/redact" : topic[kind];
  const sent = { shop, webhookId, bodyHash: "b" };
  await once({ state: stateStore, clock }, takenKey(name, sent), () =>
    receivePrivacyRequest(
      { runner: deps.runner, vault },
      kind,
      { ...sent, tenant, requestId: "c" },
      kind === "shop-erasure" ? undefined : { subject: ann, whole: true },
    ),
  );
  return privacyIdOf(kind, sent);
};

/** Upkeep hears what it has not heard, and does every job that is due. */
const upkeep = async ({ deps, bus, eventStore, stateStore }: Sheaf) => {
  const duty = privacyDuty(deps);
  for (;;) {
    const events = (await eventStore.readAll({ limit: 10_000 })).filter(({ type }) => duty.types.includes(type));
    const heard = (await stateStore.get<{ position: string }>(`bus:${duty.group}`))?.value.position;
    const wanted = events.at(-1)?.position;
    if (wanted !== undefined && (heard === undefined || heard < wanted)) {
      const done = new AbortController();
      const checkpoint = async () => (await stateStore.get<{ position: string }>(`bus:${duty.group}`))?.value.position;
      const following = bus.subscribe(duty, duty.hear, done.signal);
      await expect.poll(async () => ((await checkpoint()) ?? "") >= wanted).toBe(true);
      done.abort();
      await following;
    }
    const job = await deps.queue.claim({
      kinds: Object.keys(duty.handlers),
      lanes: [upkeepLane],
      worker: "w",
      leaseFor: 30_000,
    });
    if (
      !job &&
      wanted ===
        (await eventStore.readAll({ limit: 10_000 })).filter(({ type }) => duty.types.includes(type)).at(-1)?.position
    )
      return;
    if (job) await doJob({ ...deps, handlers: duty.handlers, signal: new AbortController().signal }, job);
  }
};
const endOf = async ({ deps }: Sheaf, id: string) => {
  const { state } = await deps.runner.load(privacyDecider, id);
  return state.status === "carried-out" ? state.end : state.status;
};
const files = async ({ fileStore }: Sheaf) => (await fileStore.list()).toSorted();
const janitor = ({ workQueue: queue, fileStore, scratch, deps: { runner } }: Sheaf) =>
  sweep({ queue, fileStore, scratch, runner, clock, log: quiet }, new Set(), new AbortController().signal);

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
const text = () => said.join("\n");

describe("given a request about personal data and an older events.db", () => {
  it("when the end of an erasure is lost, then it is carried out again, on every report from before it", async () => {
    const id = await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "anns", "11");
      await makeFile(sheaf, "bobs", "12");
      return asks(sheaf, "customer-erasure");
    });
    await keepCopy("events.db", "files");
    await withSheaf(upkeep);
    await putBack("events.db", "files");
    await mend();
    expect(text()).toMatch(
      /who is no longer known.*\n {2}- the erasure of a customer .* of aurora-demo, received 2026/,
    );
    await withSheaf(async (sheaf) => {
      await makeFile(sheaf, "later", "11");
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({
        outcome: "subject-lost",
        counts: { exports: 3, files: 3 },
      });
      expect(await files(sheaf)).toEqual([]);
    });
  });

  it("when the end of an answer is lost, then every report from before is named, those of others as uncertain", async () => {
    const id = await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "anns", "11");
      await makeFile(sheaf, "bobs", "12");
      return asks(sheaf, "customer-data");
    });
    await keepCopy("events.db");
    await withSheaf(upkeep);
    await putBack("events.db");
    await mend();
    await withSheaf(async (sheaf) => {
      await makeFile(sheaf, "later", "12");
      await upkeep(sheaf);
      const end = await endOf(sheaf, id);
      if (typeof end === "string") throw new Error("It has no end.");
      expect(end.outcome).toBe("subject-lost");
      expect(Object.fromEntries(end.exports.map(({ exportId, certain }) => [exportId, certain]))).toEqual({
        anns: true,
        bobs: false,
      });
      expect(await files(sheaf)).toHaveLength(6);
    });
  });

  it("when it is lost and was open, then it is recorded and carried out again, on the customer alone", async () => {
    await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "anns", "11");
      await makeFile(sheaf, "bobs", "12");
    });
    await keepCopy("events.db");
    const id = await withSheaf(async (sheaf) => {
      await requestExport(sheaf, "under way");
      const asked = await asks(sheaf, "customer-erasure");
      await upkeep(sheaf);
      expect(await endOf(sheaf, asked)).toBe("received");
      return asked;
    });
    await putBack("events.db");
    await mend();
    expect(text()).toMatch(
      /still known; they are recorded .*again:\n {2}- the erasure of a customer .* of aurora-demo/,
    );
    expect(text()).not.toMatch(/that are lost, carried out or not/);
    await withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({ outcome: "carried-out", counts: { files: 1 } });
      expect(await files(sheaf)).toEqual(["bobs.1.csv", "bobs.1.people"]);
      expect(await sheaf.stateStore.find("privacy", "open")).toEqual([]);
    });
  });

  it("when it is lost and nothing is known of it, then it is named, forgotten, and taken when it is sent again", async () => {
    await withSheaf(logIn);
    await keepCopy("events.db");
    const id = await withSheaf((sheaf) => asks(sheaf, "customer-erasure", "w:7"));
    await putBack("events.db");
    await mend();
    expect(text()).toMatch(
      /that are lost, carried out or not.*\n {2}- the erasure of a customer .* aurora-demo, webhook w:7/,
    );
    await withSheaf(async (sheaf) => {
      expect(await sheaf.vault.read(subjectRefOf(id))).toBe(Erased);
      expect(await endOf(sheaf, id)).toBe("unknown");
      await asks(sheaf, "customer-erasure", "w:7");
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({ outcome: "carried-out" });
    });
  });
});

describe("given a request about personal data and another state.db", () => {
  it.each(["missing", "an older one of before the shop"])(
    "when it is %s, then the request has an honest end, and every export is on the list that is searched",
    async (which) => {
      if (which !== "missing") {
        await withSheaf(async () => undefined);
        await keepCopy("state.db");
      }
      const id = await withSheaf(async (sheaf) => {
        await logIn(sheaf);
        await makeFile(sheaf, "anns", "11");
        await upkeep(sheaf);
        return asks(sheaf, "customer-erasure");
      });
      await (which === "missing" ? remove("state.db") : putBack("state.db"));
      await mend();
      await withSheaf(async (sheaf) => {
        await upkeep(sheaf);
        expect(await endOf(sheaf, id)).toMatchObject({ outcome: "subject-lost", counts: { exports: 1, files: 1 } });
        expect(await files(sheaf)).toEqual([]);
        expect((await exportsOf(sheaf.deps, tenant)).map(({ exportId }) => exportId)).toEqual(["anns"]);
        expect(await allTenants(sheaf.stateStore)).toEqual([tenant]);
      });
    },
  );

  it("when it is of another events.db, then its open requests are not taken for ours", async () => {
    await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await requestExport(sheaf, "theirs");
      await asks(sheaf, "customer-erasure", "theirs");
      await upkeep(sheaf);
    });
    await keepCopy("state.db");
    for (const name of ["state.db", "events.db"]) await remove(name);
    await withSheaf(logIn);
    await putBack("state.db");
    await mend();
    const recorded = await withSheaf(({ eventStore }) => eventStore.readAll({ limit: 100 }));
    expect(recorded.map(({ type }) => type)).toEqual(["ShopInstalled", "ShopAuthorized"]);
  });
});

describe("given backups from before an erasure", () => {
  const givenErasedShop = async () => {
    const token = await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "expired", "11");
      clock.advance(7 * 86_400_000);
      await makeFile(sheaf, "a", "11");
      await upkeep(sheaf);
      return issue(sheaf);
    });
    await keepCopy("state.db", "files");
    await withSheaf(async (sheaf) => {
      await onExport(sheaf, "expired", { type: "ExpireExport" });
      await sheaf.fileStore.delete("expired.1.csv");
      await leave(sheaf);
      await asks(sheaf, "shop-erasure");
      await upkeep(sheaf);
      expect(await files(sheaf)).toEqual([]);
    });
    return token;
  };
  const expectNothing = (token: string) =>
    withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      await janitor(sheaf);
      const { vault, stateStore, deps } = sheaf;
      expect(await vault.read(emailRef)).toBe(Erased);
      expect(await createTokenStore({ stateStore, vault, clock }).read(tenant)).toBeUndefined();
      expect(await stateStore.get(authorizedKey(tenant))).toBeUndefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeUndefined();
      expect(await files(sheaf)).toEqual([]);
      expect(await exportsOf(deps, tenant)).toEqual([]);
    });

  it("when state and files of a shop come back that was erased since, then they go again with the next start", async () => {
    const token = await givenErasedShop();
    await putBack("state.db", "files");
    await expectNothing(token);
  });

  it("when they come back and are repaired, then they go as well", async () => {
    const token = await givenErasedShop();
    await putBack("state.db", "files");
    // It looks like one that knows nothing, but has much.
    await withSheaf(({ stateStore }) => stateStore.delete(historyKey));
    await repair({ dataDir, clock, ids, mend: true, say: () => undefined });
    await expectNothing(token);
  });

  it("when the tokens of a shop come back that has left since, then they go again and nobody is logged in", async () => {
    const token = await withSheaf(logIn);
    await keepCopy("state.db");
    await withSheaf(leave);
    await putBack("state.db");
    await withSheaf(async (sheaf) => {
      const { stateStore, vault } = sheaf;
      await upkeep(sheaf);
      expect(await createTokenStore({ stateStore, vault, clock }).read(tenant)).toBeUndefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeUndefined();
    });
  });

  it("when a shop has left and come back before upkeep heard of it, then it stays logged in", async () => {
    await withSheaf(logIn);
    const token = await withSheaf(async (sheaf) => {
      await leave(sheaf);
      clock.advance(1_000);
      await sheaf.deps.platform.forgetTokens(tenant);
      return logIn(sheaf);
    });
    await withSheaf(async (sheaf) => {
      const { stateStore, vault } = sheaf;
      await upkeep(sheaf);
      expect(await createTokenStore({ stateStore, vault, clock }).read(tenant)).toBeDefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeDefined();
    });
  });

  it("when whom an erasure was about comes back with the report, then both go again", async () => {
    const id = await withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "a", "11");
      return asks(sheaf, "customer-erasure");
    });
    await keepCopy("state.db", "files");
    await withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      expect(await files(sheaf)).toEqual([]);
    });
    await putBack("state.db", "files");
    await withSheaf(async (sheaf) => {
      const own = await sheaf.vault.put("not ann@example.com", { owner: tenant, reference: "pv:typed" });
      await upkeep(sheaf);
      await janitor(sheaf);
      expect(await sheaf.vault.read(subjectRefOf(id))).toBe(Erased);
      expect(await sheaf.vault.read(own)).toBe(Erased);
      expect(await files(sheaf)).toEqual([]);
    });
  });
});

it("given lost exports were let in, when it is repaired, then the places are those of exports that the streams have", async () => {
  await withSheaf(async (sheaf) => {
    await logIn(sheaf);
    await requestExport(sheaf, "kept");
  });
  await copyFile(fileIn("events.db"), join(copies, "events.db"));
  await withSheaf(async (sheaf) => {
    const room = createRoom({ state: sheaf.stateStore, runner: sheaf.deps.runner, clock });
    for (const id of ["lost-1", "lost-2"]) {
      await room.take(tenant, id);
      await requestExport(sheaf, id);
    }
  });
  await putBack("events.db");
  await mend();
  await withSheaf(async ({ stateStore }) =>
    expect((await stateStore.get(`exports-let-in:${tenant}`))?.value).toMatchObject([{ exportId: "kept" }]),
  );
});
