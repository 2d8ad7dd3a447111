import { beforeEach, describe, expect, it } from "vitest";
import { type ConsoleCommand, consoleDecider } from "#domain/console/decider.ts";
import { supportTenant, toActReasonRef, toAgentNameRef } from "#domain/console/events.ts";
import { aboutAnn, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});

const reason = (act: string, text: string) =>
  test.deps.vault.put(text, { owner: supportTenant, reference: toActReasonRef(act) });
/** The reason of a recorded act, about a shop or none. */
const acted = async (act: string, text: string, about: string) => {
  const reasonRef = await reason(act, text);
  const data = { agent: "g", impersonationId: act, reasonRef };
  await test.deps.runner.execute(
    consoleDecider,
    act,
    (context): ConsoleCommand => ({ type: "NoteAct", act: { type: "ShopImpersonated", data }, context }),
    { tenant: about, actor: { kind: "agent", agent: "g" }, correlation: "c" },
  );
  return reasonRef;
};
const kept = async (references: readonly string[]) => [...(await test.deps.vault.readAll(references)).keys()];

describe("when a customer's data is to be erased, of the reasons given by support", () => {
  it("those naming the customer are erased: in acts for the shop, for no shop, and never recorded", async () => {
    const own = await acted("own", "Ann (ann@example.com) is missing from the report.", tenant);
    const ofNone = await acted("none", "Asked by ANN@example.com.", supportTenant);
    const cutOff = await reason("cut-off", "Asked by ann@example.com.");
    const stay = [
      await acted("foreign", "Asked by ann@example.com.", "another-tenant"),
      await acted("other", "The report of bob@example.com is empty.", tenant),
      await test.deps.vault.put("ann@example.com", { owner: supportTenant, reference: toAgentNameRef("g") }),
    ];
    await test.asks("q", "customer-data", aboutAnn);
    await test.work();
    expect(await test.endOf("q")).toMatchObject({ counts: { values: 3 } });
    expect(await kept([own, ofNone, cutOff, ...stay])).toHaveLength(6);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    expect(await kept([own, ofNone, cutOff, ...stay])).toEqual(stay);
    expect(await test.endOf("p")).toMatchObject({ counts: { values: 3 }, erased: [cutOff, ofNone, own] });
  });

  it("one restored by a backup is erased again", async () => {
    const own = await acted("own", "Asked by ann@example.com.", tenant);
    await test.asks("p", "customer-erasure", aboutAnn);
    await test.work();
    await reason("own", "Asked by ann@example.com.");
    await test.duty.handle(await test.eventStore.readStream("privacy-p"));
    expect(await kept([own])).toEqual([]);
  });
});

describe("when a shop is to be erased, of the reasons given by support", () => {
  it("those of acts for the shop are erased, even if a backup restores them, and no others", async () => {
    await test.givenShop();
    await test.onShop({ type: "UninstallShop", webhookId: "w" });
    const own = await acted("own", "Ann is missing from the report.", tenant);
    const stay = [
      await acted("none", "A job of all shops.", supportTenant),
      await reason("cut-off", "Not noted yet."),
      await acted("foreign", "Ann is missing there too.", "another-tenant"),
      await test.deps.vault.put("Gwen", { owner: supportTenant, reference: toAgentNameRef("g") }),
    ];
    await test.asks("p", "shop-erasure");
    await test.work();
    expect(await test.endOf("p")).toMatchObject({ outcome: "carried-out", counts: { values: 2 } });
    expect(await kept([own, ...stay])).toEqual(stay);
    await reason("own", "Ann is missing from the report.");
    await test.duty.handle(await test.eventStore.readStream("privacy-p"));
    expect(await kept([own, ...stay])).toEqual(stay);
  });
});
