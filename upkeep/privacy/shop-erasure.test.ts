import { beforeEach, describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { type LocalStatusCommand, localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { createServerKeys } from "#infra/destinations/sftp/server-keys.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { aboutAnn, bob, type PrivacyUpkeep, privacyUpkeep, tenant } from "#tests/support/privacy-upkeep.ts";

let test: PrivacyUpkeep;
beforeEach(() => {
  test = privacyUpkeep();
});

describe("when a shop is to be erased", () => {
  const uninstalled = async () => {
    await test.givenShop();
    await test.onShop({ type: "UninstallShop", webhookId: "w" });
  };

  it("its personal data and secrets are erased, and the shop's stream records it", async () => {
    await uninstalled();
    await test.givenFile("a", bob);
    const { vault, stateStore, outbox, runner } = test.deps;
    const foreign = await vault.put("x", { owner: "another-tenant" });
    await test.requestExport("failed", "of-failed");
    await test.onExport("failed", { type: "FailExport", attempt: 0, code: "internal", reason: "No." });
    for (const hash of ["h", "of-failed", "of-another"]) await stateStore.put(`input:${hash}`, { schema: 1 });
    await stateStore.put(`manual-export:${tenant}`, { page: 1 }, { index: { tenant } });
    const server = { kind: "ssh", host: "files.example", port: 22 } as const;
    const keys = createServerKeys(stateStore);
    for (const of of [tenant, "another"]) await keys.pin({ tenant: of, ...server }, { fingerprint: "f", type: "t" });
    await stateStore.put(`authorized-at:${tenant}`, "2026-11-20T12:00:00.000Z");
    const mail = { to: ["support@localhost"], subject: "s", text: "t", date: new Date(0) };
    await outbox.send({ ...mail, id: "support-m1" });
    await outbox.send({ ...mail, id: "support-of-another" });
    await outbox.send({ ...mail, id: "report-1", owner: { tenant, shop: "aurora-demo" } });
    await outbox.send({ ...mail, id: "suspended-1", owner: { tenant, shop: "aurora-demo" } });
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
    expect(await keys.read({ tenant, ...server })).toBeUndefined();
    expect(await keys.read({ tenant: "another", ...server })).toBeDefined();
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

  it("its local statuses are erased", async () => {
    const test = privacyUpkeep();
    const { runner } = test.deps;
    await test.givenShop();
    await runner.execute(
      localStatusDecider,
      toLocalStatusId(tenant, "5"),
      (context): LocalStatusCommand => ({ type: "SetLocalStatus", orderId: "5", status: LocalStatus.Done, context }),
      { tenant, actor: { kind: "merchant" }, correlation: "c" },
    );
    await test.onShop({ type: "UninstallShop", webhookId: "w" });
    await test.asks("p", "shop-erasure");
    await test.work();
    expect((await test.endOf("p"))?.outcome).toBe("carried-out");
    expect(await test.eventTypes(`local-status-${tenant}-5`)).toEqual(["LocalStatusChanged", "LocalStatusErased"]);
  });

  it("its data is kept if the shop has come back", async () => {
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

  it("a shop whose uninstall webhook was lost is erased if the platform denies access", async () => {
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

  it("the erasure waits while the platform doesn't say whether the shop is still installed", async () => {
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

  it("an export in progress is canceled first", async () => {
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

  it("an earlier request about its customer is completed too", async () => {
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
