import { beforeEach, describe, expect, it } from "vitest";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { listCustomerRequests } from "#application/privacy/customer-requests.ts";
import { type PrivacySubject, readSubject, toSubjectRef } from "#application/privacy/subject.ts";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { customerRequestKeptDays, dayMs, peopleKeptDays } from "#domain/retention/retention.ts";
import { aboutAnn, ann, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});
const shown = () => listCustomerRequests(test.deps.stateStore, tenant);
const whose = (id: string) => readSubject(test.deps.vault, toSubjectRef(id));
const hearAll = async () => {
  const events = await test.eventStore.readAll({ limit: 1_000 });
  await test.duty.handle(events.filter(({ type }) => test.duty.types.includes(type)));
};

describe("a customer's request forwarded by the platform (ADR 97)", () => {
  it("is shown with the customer for its time, and no longer", async () => {
    await test.asks("p", "customer-data", aboutAnn);
    await test.work();
    expect([await shown(), await whose("p")]).toEqual([["p"], aboutAnn]);
    test.clock.advance(customerRequestKeptDays * dayMs - 1);
    await test.work();
    expect([await shown(), await whose("p")]).toEqual([["p"], aboutAnn]);
    test.clock.advance(1);
    await test.work();
    expect([await shown(), await whose("p")]).toEqual([[], undefined]);
  });

  it("is deleted again if a backup restores it after its time", async () => {
    await test.asks("p", "customer-data", aboutAnn);
    await test.work();
    test.clock.advance(customerRequestKeptDays * dayMs);
    await test.work();
    await test.deps.vault.put(JSON.stringify(aboutAnn), { owner: tenant, reference: toSubjectRef("p") });
    await hearAll();
    expect([await shown(), await whose("p")]).toEqual([[], undefined]);
  });

  it.each<[string, PrivacySubject]>([
    ["by the address in another case", { customerId: null, email: "ANN@example.COM", orders: [] }],
    ["by the number alone", { customerId: "11", email: null, orders: [] }],
  ])("no longer identifies the customer after their erasure, found %s", async (_how, subject) => {
    await test.asks("p", "customer-data", aboutAnn);
    await test.asks("of-bob", "customer-data", { customerId: "12", email: "bob@example.com", orders: [] });
    await test.work();
    await test.asks("q", "customer-erasure", subject);
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ outcome: "carried-out" });
    expect((await shown()).sort()).toEqual(["of-bob", "p", "q"]);
    expect([await whose("p"), await whose("q")]).toEqual([undefined, undefined]);
    expect((await whose("of-bob"))?.email).toBe("bob@example.com");
  });

  it("is answered before an erasure of the same customer is carried out", async () => {
    await test.givenFile("a", ann);
    await test.requestExport("under way");
    await test.asks("p", "customer-data", aboutAnn);
    await test.hear();
    await test.asks("q", "customer-erasure", aboutAnn);
    await test.work();
    expect([await test.endOf("p"), await test.endOf("q")]).toEqual([undefined, undefined]);
    await test.onExport("under way", { type: "CancelExport" });
    for (let round = 0; round < 2; round += 1) {
      test.clock.advance(30_000);
      await test.work();
    }
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out", counts: { exports: 1 } });
    expect(await test.endOf("q")).toMatchObject({ outcome: "carried-out", counts: { exports: 1, files: 1 } });
  });

  it.each(["given up", "dropped"])("delays no erasure of the same customer once its job was %s", async (ended) => {
    const { queue } = test.deps;
    await test.givenFile("a", ann);
    await test.asks("p", "customer-data", aboutAnn);
    await test.hear();
    const job = await queue.claim({
      kinds: [privacyRequestJobKind],
      lanes: [upkeepLane],
      worker: "w",
      leaseMs: 1_000,
    });
    if (job) await queue.deadLetter(job, "The disk is broken.");
    if (ended === "dropped") await queue.drop(`${privacyRequestJobKind}:p`);
    await test.asks("q", "customer-erasure", aboutAnn);
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ outcome: "carried-out", counts: { exports: 1, files: 1 } });
    expect([await test.endOf("p"), await whose("p")]).toEqual([undefined, undefined]);
    if (ended === "dropped") return;
    await queue.revive(`${privacyRequestJobKind}:p`);
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "subject-lost" });
  });
});

it("an erasure is shown as long as the people in files are known", async () => {
  await test.asks("q", "customer-erasure", aboutAnn);
  await test.work();
  test.clock.advance(peopleKeptDays * dayMs - 1);
  await test.work();
  expect(await shown()).toEqual(["q"]);
  test.clock.advance(1);
  await test.work();
  expect(await shown()).toEqual([]);
});

it("requests of an erased shop are no longer shown, and their customer is erased", async () => {
  await test.givenShop();
  await test.asks("p", "customer-data", aboutAnn);
  await test.work();
  await test.onShop({ type: "UninstallShop", webhookId: "w" });
  await test.asks("s", "shop-erasure");
  await test.work();
  expect([await shown(), await whose("p")]).toEqual([[], undefined]);
});
