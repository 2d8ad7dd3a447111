import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { peopleHashBytes } from "#application/people/people-hash.ts";
import { type PrivacySubject, toSubjectRef } from "#application/privacy/subject.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { aboutAnn, ann, bob, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});

describe("when a customer's data is to be erased", () => {
  it("the customer's files are deleted, and those of others are kept", async () => {
    await test.givenFile("a", [...bob, ...ann]);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.files()).toEqual(["a.1.people", "b.1.csv", "b.1.people", "b.1.rows"]);
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
    ["by the address alone, as for a guest", { customerId: null, email: " ANN@example.com", orders: [] }],
    ["by a given order", { customerId: null, email: null, orders: ["77", "5000"] }],
  ])("the customer is found %s", async (_way, subject) => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure", subject);
    await test.work();
    expect(await test.files()).toEqual(["a.1.people", "b.1.csv", "b.1.people", "b.1.rows"]);
  });

  it("a file without a record of the people in it is deleted", async () => {
    await test.givenFile("a", undefined);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.files()).toEqual([]);
    expect(await test.endOf("p")).toMatchObject({ exports: [{ exportId: "a", certain: false }] });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["with another master key", () => randomBytes(64)],
    ["before files told by which key", (bytes) => bytes.subarray(peopleHashBytes)],
  ])("a file whose people were recorded %s is deleted, since the customer may be in it", async (_how, kept) => {
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

  it("every file requested before is deleted if the customer's identity couldn't be read", async () => {
    await test.givenFile("a", ann);
    await test.givenFile("b", bob);
    await test.asks("p", "customer-erasure");
    await test.givenFile("later", bob);
    await test.work();
    expect(await test.files()).toEqual(["later.1.csv", "later.1.people", "later.1.rows"]);
    expect(await test.endOf("p")).toMatchObject({ outcome: "subject-lost", counts: { exports: 2, files: 2 } });
  });

  it("the files of other shops are kept", async () => {
    await test.givenFile("a", ann);
    await test.asks("p", "customer-erasure", aboutAnn, "another-tenant");
    await test.work();
    expect(await test.files()).toEqual(["a.1.csv", "a.1.people", "a.1.rows"]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 0, files: 0 } });
  });

  it("the vault's values with that address are erased, for this shop only", async () => {
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

  it("values restored from an earlier backup are erased again, even if it doesn't know the customer", async () => {
    const { vault } = test.deps;
    const [typed = ""] = await vault.putOnce(["ann@example.com"], { owner: tenant, prefix: "pv:" });
    const said = await vault.put("Ask ann@example.com.", { owner: tenant, reference: "support-message:m1" });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    for (const reference of [typed, said]) await vault.put("ann@example.com", { owner: tenant, reference });
    const heardAgain = await test.eventStore.readAll({ limit: 100 });
    await test.duty.handle(heardAgain.filter(({ type }) => test.duty.types.includes(type)));
    await test.work();
    expect((await vault.readAll([typed, said])).size).toBe(0);
  });

  it("all values found are counted and listed at the end, even if the erasure was interrupted", async () => {
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

  it("a message to support that names the customer is erased, along with its unsent mail", async () => {
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

  it("the shop's report e-mails are removed from the outbox, and no others", async () => {
    const { outbox } = test.deps;
    const mail = { to: ["owner@aurora.example"], subject: "s", text: "t", date: new Date(0) };
    await outbox.send({ ...mail, id: "report-1", owner: { tenant, shop: "aurora-demo" } });
    await outbox.send({ ...mail, id: "suspended-1", owner: { tenant, shop: "aurora-demo" } });
    await outbox.send({ ...mail, id: "report-2", owner: { tenant: "another", shop: "nimbus-demo" } });
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(outbox.sent.map(({ id }) => id)).toEqual(["suspended-1", "report-2"]);
  });

  it("the customer's identity is kept no longer than needed, and appears in no event or log line", async () => {
    await test.givenFile("a", ann);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.deps.vault.read(toSubjectRef("p"))).toBe(Erased);
    const everything = JSON.stringify(await test.eventStore.readAll({ limit: 1_000 })) + test.lines.join("\n");
    expect(everything).not.toMatch(/ann@|5000/i);
    expect(await test.deps.stateStore.find("privacy", "open")).toEqual([]);
  });

  it("an export in progress is waited for, and its file is deleted too", async () => {
    await test.requestExport("a");
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.endOf("p")).toBeUndefined();
    expect(await test.deps.stateStore.find("privacy", "open")).toHaveLength(1);
    await test.finishExport("a", ann);
    test.clock.advance(30_000);
    await test.work();
    expect(await test.files()).toEqual(["a.1.people"]);
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 1, files: 1 } });
  });

  it("an export that is requested later is not waited for", async () => {
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.requestExport("later");
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out" });
  });

  it("an expired file is listed, although there is nothing to delete", async () => {
    await test.givenFile("a", ann);
    test.clock.advance(8 * 86_400_000);
    await test.onExport("a", { type: "ExpireExport" });
    await test.deps.fileStore.delete("a.1.csv");
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ counts: { exports: 1, files: 0 } });
    expect(await test.exportState("a")).toMatchObject({ erased: null });
  });

  it("a failed erasure is retried until it works, and ends once with everything counted", async () => {
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
    expect(await test.files()).toEqual(["a.1.people", "b.1.people"]);
    expect(await test.endOf("p")).toMatchObject({
      counts: { exports: 2, files: 2 },
      exports: [{ certain: true }, { certain: true }],
    });
    await test.duty.handle(await test.eventStore.readStream("privacy-p"));
    await test.work();
    expect(await test.eventTypes("privacy-p")).toEqual(["PrivacyRequestReceived", "PrivacyRequestCarriedOut"]);
    expect(await test.deps.stateStore.find("privacy", "open")).toEqual([]);
  });
});
