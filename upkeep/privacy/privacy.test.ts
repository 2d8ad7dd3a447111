import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import { FileType, LocalStatus } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type LocalStatusCommand, localStatusDecider, localStatusId } from "#domain/local-status/decider.ts";
import { type PrivacyCommand, privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { removeExpired } from "#infra/app/files-beside.ts";
import { doJob } from "#infra/app/jobs/do-job.ts";
import { upkeepLane } from "#infra/app/jobs/upkeep-lane.ts";
import { createPeopleHash, keyMark, type PersonMark, peopleHashBytes } from "#infra/app/people/people-hash.ts";
import { type PrivacySubject, putSubject, subjectRefOf } from "#infra/app/privacy/subject.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { Erased } from "#infra/ports/vault.ts";
import { until } from "#tests/support/until.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { copySweep } from "../aside-copies.ts";
import { runSweeper } from "../run-sweeper.ts";
import { privacyDuty } from "./duty.ts";

const tenant = "7a9f0b6e-0000-4000-8000-000000000001";
const ann: PersonMark[] = [
  { kind: "order", value: "5000" },
  { kind: "customer", value: "11" },
  { kind: "email", value: "ann@example.com" },
];
const bob: PersonMark[] = [
  { kind: "order", value: "5001" },
  { kind: "customer", value: "12" },
  { kind: "email", value: "bob@example.com" },
];
const aboutAnn: PrivacySubject = { customerId: "11", email: "Ann@Example.com", orders: [] };

type Naked<C> = C extends unknown ? Omit<C, "context"> : never;

const setUp = () => {
  const upkeep = upkeepForTests();
  const { deps, eventStore, clock } = upkeep;
  const { runner, fileStore, vault, queue } = deps;
  const duty = privacyDuty(deps);
  const request = { tenant, actor: { kind: "merchant" } as const, correlation: "c" };

  const publish = async (key: string, bytes: Buffer) => {
    const part = await fileStore.createPart(`${key}.making`);
    await part.write(bytes);
    await part.publish(key);
  };
  const onExport = async (id: string, command: Naked<ExportCommand>) => {
    const result = await runner.execute(
      exportDecider,
      id,
      (context): ExportCommand => ({ ...command, context }) as ExportCommand,
      request,
    );
    if (isRefusal(result)) throw new Error(result.message);
  };
  const requestExport = (id: string, inputHash = "h") =>
    onExport(id, {
      type: "RequestExport",
      exportId: id,
      tenant,
      shop: "aurora-demo",
      reportId: "r",
      reportTitle: "Untitled1",
      fileType: FileType.Csv,
      fileName: `${id}.csv`,
      inputHash,
      trigger: "manual",
      emptyExpected: false,
      asked: null,
    });
  /** Its file, with what was noted of the people in it, as it is `kept`; nothing was noted of `undefined`. */
  const finishExport = async (id: string, people: PersonMark[] | undefined, kept = (bytes: Buffer) => bytes) => {
    await onExport(id, { type: "StartExport", worker: "w" });
    const hash = createPeopleHash(vault, tenant);
    await publish(`${id}.1.rows`, Buffer.alloc(32));
    if (people) await publish(`${id}.1.people`, kept(Buffer.from([keyMark, ...people].map(hash).join(""), "hex")));
    await publish(`${id}.1.csv`, Buffer.from("report"));
    await onExport(id, {
      type: "FinishExport",
      attempt: 1,
      fileKey: `${id}.1.csv`,
      bytes: 6,
      contentHash: "c",
      fileHash: "f",
      fingerprint: { app: "1", icu: "1", tz: "1", node: "1" },
      orders: 1,
      rows: 1,
      expiresAt: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
  };
  const givenFile = async (...[id, ...of]: Parameters<typeof finishExport>) => {
    await requestExport(id);
    await finishExport(id, ...of);
  };
  const onShop = (command: Naked<ShopCommand>) =>
    runner.execute(shopDecider, tenant, (context) => ({ ...command, context }) as ShopCommand, request);
  const givenShop = async () => {
    await onShop({ type: "InstallShop", tenant, shop: "aurora-demo" });
    const { email: _, ...facts } = upkeep.platform.profileOf("aurora-demo");
    const emailRef = await vault.put("owner@aurora.example", { owner: tenant, reference: `shop-email:${tenant}` });
    await onShop({ type: "AuthorizeShop", scopes: [], profile: { ...facts, emailRef } });
  };
  /** The platform asks; what that means stands in events alone until upkeep hears them. */
  const asks = async (id: string, kind: PrivacyRequestKind, subject?: PrivacySubject, of: string | null = tenant) => {
    if (subject) await putSubject(vault, id, tenant, subject);
    await runner.execute(
      privacyDecider,
      id,
      (context): PrivacyCommand => ({
        type: "ReceivePrivacyRequest",
        kind,
        tenant: of,
        shop: "aurora-demo",
        webhookId: id,
        customer: null,
        orders: subject?.orders.length ?? 0,
        subjectRef: subject ? subjectRefOf(id) : null,
        context,
      }),
      { ...request, actor: { kind: "system", part: "webhooks" } },
    );
  };
  let heardTo: string | undefined;
  const hear = async () => {
    const events = await eventStore.readAll({ limit: 10_000, ...(heardTo === undefined ? {} : { after: heardTo }) });
    await duty.hear(events.filter(({ type }) => duty.types.includes(type)));
    heardTo = events.at(-1)?.position ?? heardTo;
  };
  /** Hears what was not heard yet, and does every job that is due; answers how many. */
  const work = async () => {
    await hear();
    const kinds = Object.keys(duty.handlers);
    for (let count = 0; ; count += 1) {
      const job = await queue.claim({ kinds, lanes: [upkeepLane], worker: "w", leaseFor: 30_000 });
      if (!job) return count;
      await doJob({ ...deps, handlers: duty.handlers, signal: new AbortController().signal }, job);
    }
  };
  const endOf = async (id: string) => {
    const { state } = await runner.load(privacyDecider, id);
    return state.status === "carried-out" ? state.end : undefined;
  };
  const exportState = async (id: string) => (await runner.load(exportDecider, id)).state;
  const files = () => fileStore.list();
  const eventTypes = async (stream: string) => (await eventStore.readStream(stream)).map(({ type }) => type);
  return {
    ...upkeep,
    duty,
    requestExport,
    finishExport,
    givenFile,
    onExport,
    onShop,
    givenShop,
    asks,
    hear,
    work,
    endOf,
    exportState,
    files,
    eventTypes,
  };
};

let test: ReturnType<typeof setUp>;
beforeEach(() => {
  test = setUp();
});

describe("when a customer's data is to be erased", () => {
  it("the files that hold the customer go, and those of others stay", async () => {
    await test.givenFile("a", [...bob, ...ann]);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.files()).toEqual(["b.1.csv", "b.1.people", "b.1.rows"]);
    expect(await test.exportState("a")).toMatchObject({
      status: "expired",
      erased: { because: "customer", request: "p" },
    });
    expect(await test.exportState("b")).toMatchObject({ status: "finished" });
    expect(await test.endOf("p")).toMatchObject({
      outcome: "carried-out",
      counts: { exports: 1, files: 1, values: 0 },
      exports: [{ exportId: "a", fileName: "a.csv", fileExists: false, certain: true }],
    });
  });

  it.each<[string, PrivacySubject]>([
    ["by the customer's number", { customerId: "11", email: null, orders: [] }],
    ["by the address alone, as of a guest", { customerId: null, email: " ANN@example.com", orders: [] }],
    ["by an order that is named", { customerId: null, email: null, orders: ["77", "5000"] }],
  ])("the customer is found %s", async (_way, subject) => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure", subject);
    await test.work();
    expect(await test.files()).toEqual(["b.1.csv", "b.1.people", "b.1.rows"]);
  });

  it("a file goes of which nobody knows who is in it", async () => {
    await test.givenFile("a", undefined);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.files()).toEqual([]);
    expect(await test.endOf("p")).toMatchObject({ exports: [{ exportId: "a", certain: false }] });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["with another master key", () => randomBytes(64)],
    ["before files told by which key", (bytes) => bytes.subarray(peopleHashBytes)],
  ])("a file goes whose people were noted %s: nobody can be told not to be in it", async (_how, kept) => {
    await test.givenFile("a", bob, kept);
    await test.givenFile("b", bob);
    await test.asks("q", "customer-data", aboutAnn);
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ exports: [{ exportId: "a", certain: false }] });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.files()).toEqual(["b.1.csv", "b.1.people", "b.1.rows"]);
    expect(await test.endOf("p")).toMatchObject({ counts: { files: 1 }, exports: [{ exportId: "a", certain: false }] });
  });

  it("every file goes that was requested before, when whom it is about could not be read", async () => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure");
    await test.givenFile("later", bob);
    await test.work();
    expect(await test.files()).toEqual(["later.1.csv", "later.1.people", "later.1.rows"]);
    expect(await test.endOf("p")).toMatchObject({ outcome: "subject-lost", counts: { exports: 2, files: 2 } });
  });

  it("the files of other shops stay", async () => {
    await test.givenFile("a", ann);
    await test.asks("p", "customer-erasure", aboutAnn, "another-tenant");
    await test.work();
    expect(await test.files()).toEqual(["a.1.csv", "a.1.people", "a.1.rows"]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 0, files: 0 } });
  });

  it("the vault's values of that address go, of this shop alone", async () => {
    const { vault } = test.deps;
    const typed = (owner: string, ...values: string[]) => vault.putOnce(values, { owner, prefix: "pv:" });
    const own = await typed(tenant, "ann@example.com", "E-mail: ANN@example.com (wholesale)");
    const others = await typed(tenant, "bob@example.com", "joann@example.com", "ann@example.com.au", "ann");
    const foreign = await typed("another-tenant", "ann@example.com");
    const shopsOwn = await vault.put("ann@example.com", { owner: tenant, reference: `shop-email:${tenant}` });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect([...(await vault.readAll(own)).values()]).toEqual([]);
    expect((await vault.readAll([...others, ...foreign, shopsOwn])).size).toBe(6);
    expect(await test.endOf("p")).toMatchObject({ counts: { values: 2 } });
  });

  it("it goes again when a backup of before the request brings it back, which does not know whom that was about", async () => {
    const { vault } = test.deps;
    const [typed = ""] = await vault.putOnce(["ann@example.com"], { owner: tenant, prefix: "pv:" });
    const said = await vault.put("Ask ann@example.com.", { owner: tenant, reference: "support-message:m1" });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    for (const reference of [typed, said]) await vault.put("ann@example.com", { owner: tenant, reference });
    const heardAgain = await test.eventStore.readAll({ limit: 100 });
    await test.duty.hear(heardAgain.filter(({ type }) => test.duty.types.includes(type)));
    await test.work();
    expect((await vault.readAll([typed, said])).size).toBe(0);
  });

  it("what was found is counted and named whole at the end, when the erasure was ended on the way", async () => {
    const { vault } = test.deps;
    const [typed = ""] = await vault.putOnce(["ann@example.com"], { owner: tenant, prefix: "pv:" });
    const said = await vault.put("Ask ann@example.com.", { owner: tenant, reference: "support-message:m1" });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.deps.stateStore.put("privacy-erased:p", [typed]);
    await vault.erase(typed);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ counts: { values: 2 }, erased: [typed, said] });
    expect(await test.deps.stateStore.get("privacy-erased:p")).toBeUndefined();
  });

  it("a message to support that names the customer goes, and its mail that nobody took", async () => {
    const { vault, outbox } = test.deps;
    const say = (id: string, text: string) => vault.put(text, { owner: tenant, reference: `support-message:${id}` });
    const [hers, other] = [await say("m1", "Ask ann@example.com, please."), await say("m2", "How do I add a column?")];
    const mail = { to: ["help@sheaf.example"], subject: "s", text: "t", date: new Date(0) };
    await outbox.send({ ...mail, id: "support-m1" });
    await outbox.send({ ...mail, id: "support-m2" });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect([...(await vault.readAll([hers, other])).keys()]).toEqual([other]);
    expect(outbox.sent.map(({ id }) => id)).toEqual(["support-m2"]);
  });

  it("whom it was about is known no longer than it takes, and stands in no event and no log line", async () => {
    await test.givenFile("a", ann);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.deps.vault.read(subjectRefOf("p"))).toBe(Erased);
    const everything = JSON.stringify(await test.eventStore.readAll({ limit: 1_000 })) + test.lines.join("\n");
    expect(everything).not.toMatch(/ann@|5000/i);
    expect(await test.deps.stateStore.find("privacy", "open")).toEqual([]);
  });

  it("an export that was under way is waited for, and its file goes too", async () => {
    await test.requestExport("a");
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.endOf("p")).toBeUndefined();
    expect(await test.deps.stateStore.find("privacy", "open")).toHaveLength(1);
    await test.finishExport("a", ann);
    test.clock.advance(30_000);
    await test.work();
    expect(await test.files()).toEqual([]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 1, files: 1 } });
  });

  it("an export that is requested afterwards is not waited for", async () => {
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.requestExport("later");
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out" });
  });

  it("a file whose time is over is named, though there is nothing to remove", async () => {
    await test.givenFile("a", ann);
    test.clock.advance(8 * 86_400_000);
    await test.onExport("a", { type: "ExpireExport" });
    await test.deps.fileStore.delete("a.1.csv");
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 1, files: 0 } });
    expect(await test.exportState("a")).toMatchObject({ erased: null });
  });

  it("it is done again until it works, and ends once with everything counted", async () => {
    await test.givenFile("a", ann);
    await test.givenFile("b", ann);
    await test.asks("p", "customer-erasure", aboutAnn);
    const { fileStore } = test.deps;
    const remove = fileStore.delete;
    let left = 1;
    fileStore.delete = async (key) => {
      if (left > 0) {
        left -= 1;
        throw new Error("the disk is away");
      }
      return remove(key);
    };
    await test.work();
    expect([await test.endOf("p"), test.lines.join("\n")]).toEqual([undefined, expect.stringContaining("tried again")]);
    test.clock.advance(60_000);
    await test.work();
    expect(await test.files()).toEqual([]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 2, files: 2 } });
    await test.duty.hear(await test.eventStore.readStream("privacy-p"));
    await test.work();
    expect(await test.eventTypes("privacy-p")).toEqual(["PrivacyRequestReceived", "PrivacyRequestCarriedOut"]);
    expect(await test.deps.stateStore.find("privacy", "open")).toEqual([]);
  });
});

describe("when a customer wants to know what is kept", () => {
  it("the exports that held the customer are named, and the vault's values counted; nothing is removed", async () => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.givenFile("c", undefined);
    await test.deps.vault.put("ann@example.com", { owner: tenant, reference: "pv:typed" });
    await test.asks("p", "customer-data", aboutAnn);
    await test.work();
    const end = await test.endOf("p");
    expect(end).toMatchObject({ outcome: "carried-out", counts: { exports: 2, files: 0, values: 1 } });
    expect(end?.exports.toSorted((one, other) => (one.exportId < other.exportId ? -1 : 1))).toMatchObject([
      { exportId: "a", fileName: "a.csv", requestedAt: "2026-11-20T12:00:00.000Z", fileExists: true, certain: true },
      { exportId: "c", fileExists: true, certain: false },
    ]);
    expect(await test.files()).toHaveLength(8);
  });
});

describe("when a shop is to be erased", () => {
  const uninstalled = async () => {
    await test.givenShop();
    await test.onShop({ type: "UninstallShop", webhookId: "w" });
  };

  it("everything personal and secret of it goes, and the shop says so", async () => {
    await uninstalled();
    await test.givenFile("a", bob);
    const { vault, stateStore, outbox, runner } = test.deps;
    const foreign = await vault.put("x", { owner: "another-tenant" });
    await test.requestExport("failed", "of-failed");
    await test.onExport("failed", { type: "FailExport", attempt: 0, code: "internal", reason: "No." });
    for (const hash of ["h", "of-failed", "of-another"]) await stateStore.put(`input:${hash}`, { schema: 1 });
    await stateStore.put(`manual-export:${tenant}`, { page: 1 }, { index: { tenant } });
    await stateStore.put(`authorized-at:${tenant}`, "2026-11-20T12:00:00.000Z");
    const mail = { to: ["support@localhost"], subject: "s", text: "t", date: new Date(0) };
    await outbox.send({ ...mail, id: "support-m1" });
    await outbox.send({ ...mail, id: "support-of-another" });
    await runner.execute(
      supportDecider,
      tenant,
      (context): SupportCommand => ({ type: "SendSupportMessage", messageId: "m1", messageRef: "r", context }),
      { tenant, actor: { kind: "merchant" }, correlation: "c" },
    );
    await test.asks("p", "shop-erasure");
    await test.work();
    expect((await runner.load(shopDecider, tenant)).state).toEqual({ status: "erased", tenant, shop: "aurora-demo" });
    expect(test.platform.asked).toContain(`forgetTokens ${tenant}`);
    expect(await test.files()).toEqual([]);
    expect(await vault.read(`shop-email:${tenant}`)).toBe(Erased);
    expect(await vault.read(foreign)).toBe("x");
    expect(await stateStore.get(`manual-export:${tenant}`)).toBeUndefined();
    for (const hash of ["h", "of-failed"]) expect(await stateStore.get(`input:${hash}`)).toBeUndefined();
    expect(await stateStore.get("input:of-another")).toBeDefined();
    expect(await stateStore.get(`authorized-at:${tenant}`)).toBeUndefined();
    expect((await stateStore.get(`token-epoch:${tenant}`))?.value).toBeGreaterThan(0);
    expect(await stateStore.find("export-of", tenant)).toEqual([]);
    expect(test.deps.outbox.sent.map(({ id }) => id)).toEqual(["support-of-another"]);
    expect(await test.endOf("p")).toEqual({
      outcome: "carried-out",
      counts: { exports: 1, files: 1, values: 1 },
      exports: [],
    });
  });

  it("what it said of its orders goes", async () => {
    const test = setUp();
    const { runner } = test.deps;
    await test.givenShop();
    await runner.execute(
      localStatusDecider,
      localStatusId(tenant, "5"),
      (context): LocalStatusCommand => ({ type: "SetLocalStatus", orderId: "5", status: LocalStatus.Done, context }),
      { tenant, actor: { kind: "merchant" }, correlation: "c" },
    );
    await test.onShop({ type: "UninstallShop", webhookId: "w" });
    await test.asks("p", "shop-erasure");
    await test.work();
    expect((await test.endOf("p"))?.outcome).toBe("carried-out");
    expect(await test.eventTypes(`local-status-${tenant}-5`)).toEqual(["LocalStatusChanged", "LocalStatusErased"]);
  });

  it("nothing is touched when it has come back", async () => {
    await uninstalled();
    await test.givenShop();
    await test.givenFile("a", bob);
    await test.asks("p", "shop-erasure");
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "obsolete", counts: { exports: 0, files: 0, values: 0 } });
    expect(await test.files()).toHaveLength(3);
    expect(await test.deps.vault.read(`shop-email:${tenant}`)).toBe("owner@aurora.example");
    expect((await test.deps.runner.load(shopDecider, tenant)).state.status).toBe("authorized");
  });

  it("one whose uninstall never reached us is erased: the platform lets us in no more", async () => {
    await test.givenShop();
    test.platform.failing.set("shopProfile", new PlatformError("reconnect-needed", "Log in again."));
    await test.asks("p", "shop-erasure");
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out" });
    expect(await test.eventTypes(`shop-${tenant}`)).toEqual([
      "ShopInstalled",
      "ShopAuthorized",
      "ShopUninstalled",
      "ShopErased",
    ]);
  });

  it("it waits while the platform does not say whether the shop is still there", async () => {
    await test.givenShop();
    test.platform.failing.set("shopProfile", new PlatformError("unavailable", "Not now."));
    await test.asks("p", "shop-erasure");
    await test.work();
    expect(await test.endOf("p")).toBeUndefined();
    test.platform.failing.clear();
    test.clock.advance(60_000);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "obsolete" });
  });

  it("an export under way is canceled first", async () => {
    await uninstalled();
    await test.requestExport("a");
    await test.onExport("a", { type: "StartExport", worker: "w" });
    await test.asks("p", "shop-erasure");
    await test.work();
    expect(await test.eventTypes("export-a")).toContain("ExportCancelRequested");
    expect(await test.endOf("p")).toBeUndefined();
    await test.onExport("a", { type: "ConfirmCancel", attempt: 1 });
    test.clock.advance(30_000);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out" });
  });

  it("what a customer of it asked for before has an end too", async () => {
    await uninstalled();
    await test.requestExport("a");
    await test.asks("p1", "customer-erasure", aboutAnn);
    await test.work();
    await test.asks("p2", "shop-erasure");
    await test.work();
    test.clock.advance(30_000);
    await test.work();
    test.clock.advance(30_000);
    await test.work();
    expect([await test.endOf("p1"), await test.endOf("p2")]).toMatchObject([
      { outcome: "carried-out" },
      { outcome: "carried-out" },
    ]);
  });
});

it("a request about a shop that was never here is carried out with nothing to do", async () => {
  await test.asks("p", "shop-erasure", undefined, null);
  await test.work();
  expect(await test.endOf("p")).toEqual({
    outcome: "nothing-kept",
    counts: { exports: 0, files: 0, values: 0 },
    exports: [],
  });
});

it("who was in a file is known for a year after the file's time, and not longer", async () => {
  await test.givenFile("a", ann);
  await test.work();
  test.clock.advance(7 * 86_400_000);
  await test.onExport("a", { type: "ExpireExport" });
  await removeExpired(test.deps.fileStore, "a.1.csv");
  test.clock.advance(365 * 86_400_000 - 1);
  await test.work();
  expect(await test.files()).toEqual(["a.1.people"]);
  test.clock.advance(1);
  await test.work();
  expect([await test.files(), await test.deps.stateStore.find("export-of", tenant)]).toEqual([[], []]);
});

describe("given a copy of state.db that a mend set aside", () => {
  beforeEach(() => {
    test.aside.set("state.damaged-1.db", test.clock.wall());
  });

  it.each<[PrivacyRequestKind, PrivacySubject?]>([
    ["customer-erasure", aboutAnn],
    ["customer-erasure"],
    ["shop-erasure"],
  ])(
    "when %s is carried out, then the copy is gone before that is recorded, and the log says so",
    async (kind, subject) => {
      await test.givenShop();
      await test.onShop({ type: "UninstallShop", webhookId: "w" });
      await test.asks("p", kind, subject);
      await test.work();
      expect(await test.endOf("p")).toMatchObject({ outcome: expect.stringMatching(/carried-out|subject-lost/) });
      expect([...test.aside.keys()]).toEqual([]);
      expect(test.lines).toContainEqual(expect.stringMatching(/state\.damaged-1\.db.*removed by an erasure/));
    },
  );

  it("when a customer only asks, or nothing of a shop is erased, then it stays", async () => {
    await test.givenShop();
    await test.asks("p", "customer-data", aboutAnn);
    await test.asks("q", "shop-erasure");
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ outcome: "obsolete" });
    expect([...test.aside.keys()]).toEqual(["state.damaged-1.db"]);
  });

  it("then it stays for a week, and the next round or start removes it", async () => {
    const never = new AbortController().signal;
    const sweep = copySweep(test.deps);
    test.clock.advance(7 * 86_400_000);
    await sweep.round(never);
    expect([...test.aside.keys()]).toEqual(["state.damaged-1.db"]);
    test.clock.advance(1);
    const stop = new AbortController();
    const running = runSweeper([sweep], test.deps, stop.signal);
    await until("it is gone", () => test.aside.size === 0);
    stop.abort();
    await running;
  });
});
