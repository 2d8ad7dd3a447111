import { beforeEach, describe, expect, it } from "vitest";
import { runJob } from "#application/jobs/run-job.ts";
import { subscriptionCheckKind, webhookCheckJob } from "#application/jobs/subscription-check-job.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { createShopNames } from "#application/session/shop-names.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopProfileFacts } from "#domain/shop/events.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { StreamDamaged } from "#infra/ports/store-errors.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { type UpkeepForTests, upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { createSubscriptionCheckTask } from "./check-subscriptions.ts";
import type { MaintenanceTask } from "./maintenance-task.ts";

const day = 24 * 60 * 60 * 1000;
const subscriptionId = "gid://shopify/AppSubscription/1";
const subscription = { id: subscriptionId, name: "Sheaf", status: "ACTIVE", test: true };

let upkeep: UpkeepForTests;
let duty: MaintenanceTask;
beforeEach(() => {
  upkeep = upkeepForTests();
  duty = createSubscriptionCheckTask(upkeep.deps);
});
const onShop = (tenant: string, command: WithoutContext<ShopCommand>) =>
  upkeep.deps.runner.execute(shopDecider, tenant, (context): ShopCommand => ({ ...command, context }), {
    tenant,
    actor: { kind: "merchant" },
    correlation: "given",
  });

/** A shop with an active charge. */
const givenShop = async (shop = "aurora-demo") => {
  const tenant = await createShopNames({
    state: upkeep.deps.stateStore,
    eventStore: upkeep.deps.eventStore,
    ids: createFakeIds(shop),
  }).claim(shop);
  const { email: _, ...facts } = upkeep.platform.profileOf(shop);
  const profile: ShopProfileFacts = { ...facts, emailRef: "vault:1" };
  const charge = { price: "9.00", currency: "USD", confirmationUrl: "https://pay" };
  await onShop(tenant, { type: "InstallShop", tenant, shop });
  await onShop(tenant, { type: "AuthorizeShop", scopes: ["read_orders"], profile });
  await onShop(tenant, { type: "SelectTier" });
  await onShop(tenant, { type: "RequestCharge", subscriptionId, ...charge });
  await onShop(tenant, { type: "ActivateCharge", subscriptionId });
  upkeep.platform.subscriptions.push(subscription);
  return tenant;
};

const hearAll = async () => {
  const events = await upkeep.eventStore.readAll({ limit: 1_000 });
  await duty.handle(events.filter(({ type }) => duty.types.includes(type)));
};

/** Runs every due job. Returns their number. */
const workDue = async (signal = new AbortController().signal): Promise<number> => {
  const { queue, clock, log } = upkeep.deps;
  for (let jobs = 0; ; jobs += 1) {
    const job = await queue.claim({
      kinds: [subscriptionCheckKind],
      lanes: [upkeepLane],
      worker: "upkeep-1",
      leaseMs: 30_000,
    });
    if (!job) return jobs;
    await runJob({ queue, clock, log, handlers: duty.handlers, signal }, job);
  }
};

const open = (tenant: string) => upkeep.deps.queue.countOpen({ tenant, kinds: [subscriptionCheckKind] });
const chargeOf = async (tenant: string) => {
  const { state } = await upkeep.deps.runner.load(shopDecider, tenant);
  return state.status === "authorized" ? (state.activeCharge?.subscriptionId ?? null) : state.status;
};
const asked = () => upkeep.platform.asked.filter((call) => call === "activeSubscriptions").length;

describe("a shop that pays", () => {
  it("is checked once a day, from the day after its charge became active", async () => {
    await givenShop();
    await hearAll();
    await hearAll();
    expect(await workDue()).toBe(0);
    for (const days of [1, 2, 3]) {
      upkeep.clock.advance(day);
      expect(await workDue()).toBe(1);
      expect(asked()).toBe(days);
    }
  });

  it("gets webhooks for its orders even if it logged in before they existed", async () => {
    const tenant = await givenShop();
    await hearAll();
    upkeep.clock.advance(day);
    await workDue();
    const [registered = ""] = upkeep.platform.asked.filter((call) => call.startsWith("registerWebhooks"));
    expect(registered).toMatch(/\/orders\/create .*\/orders\/updated$/);
    upkeep.platform.failing.set("registerWebhooks", new PlatformError("access-denied", "Not approved."));
    upkeep.clock.advance(day);
    await workDue();
    expect(await chargeOf(tenant)).toBe(subscriptionId);
    expect((await open(tenant)).waiting).toBe(1);
  });

  it("is locked out when its subscription has ended, and admitted when it is back", async () => {
    const tenant = await givenShop();
    await hearAll();
    upkeep.platform.subscriptions.splice(0);
    upkeep.clock.advance(day);
    await workDue();
    expect(await chargeOf(tenant)).toBeNull();
    upkeep.platform.subscriptions.push(subscription);
    upkeep.clock.advance(day);
    await workDue();
    expect(await chargeOf(tenant)).toBe(subscriptionId);
  });

  it("is checked at once if a webhook's check failed, without a second daily series", async () => {
    const tenant = await givenShop();
    await hearAll();
    await upkeep.deps.queue.enqueue(webhookCheckJob(tenant, "hint-1", upkeep.deps.clock.now()));
    expect(await workDue()).toBe(1);
    expect(await open(tenant)).toEqual({ waiting: 1, running: 0 });
  });

  it("is not checked after it has uninstalled", async () => {
    const tenant = await givenShop();
    await hearAll();
    await onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    upkeep.clock.advance(day);
    expect(await workDue()).toBe(1);
    expect(asked()).toBe(0);
    expect(await open(tenant)).toEqual({ waiting: 0, running: 0 });
  });
});

describe("a platform that", () => {
  it.each(["unavailable", "unexpected-answer"] as const)("is %s blocks no shop and is retried soon", async (code) => {
    const tenant = await givenShop();
    await hearAll();
    upkeep.platform.failing.set("activeSubscriptions", new PlatformError(code, "No."));
    upkeep.clock.advance(day);
    expect(await workDue()).toBe(1);
    expect(await chargeOf(tenant)).toBe(subscriptionId);
    upkeep.platform.failing.clear();
    expect(await workDue()).toBe(0);
    upkeep.clock.advance(10 * 60_000);
    expect(await workDue()).toBe(1);
    expect(await chargeOf(tenant)).toBe(subscriptionId);
  });

  it.each(["reconnect-needed", "access-denied", "shop-unavailable"] as const)(
    "answers %s blocks no shop and is retried the next day",
    async (code) => {
      const tenant = await givenShop();
      await hearAll();
      upkeep.platform.failing.set("activeSubscriptions", new PlatformError(code, "No."));
      upkeep.clock.advance(day);
      expect(await workDue()).toBe(1);
      expect(await chargeOf(tenant)).toBe(subscriptionId);
      expect(await open(tenant)).toEqual({ waiting: 1, running: 0 });
      upkeep.clock.advance(day);
      expect(await workDue()).toBe(1);
      expect(asked()).toBe(2);
    },
  );

  it("is interrupted by upkeep's stop is retried after the next start", async () => {
    const tenant = await givenShop();
    await hearAll();
    upkeep.clock.advance(day);
    const stopping = new AbortController();
    stopping.abort();
    upkeep.platform.failing.set("activeSubscriptions", new DOMException("stopped", "AbortError") as never);
    const { queue, clock, log } = upkeep.deps;
    const job = await queue.claim({
      kinds: [subscriptionCheckKind],
      lanes: [upkeepLane],
      worker: "w",
      leaseMs: 30_000,
    });
    if (!job) throw new Error("No check is due.");
    await runJob({ queue, clock, log, handlers: duty.handlers, signal: stopping.signal }, job);
    upkeep.platform.failing.clear();
    expect(await workDue()).toBe(1);
    expect(await chargeOf(tenant)).toBe(subscriptionId);
  });
});

describe("a missing check", () => {
  it("of a shop with a damaged stream is logged, and those of others are restored", async () => {
    const [broken, sound] = [await givenShop(), await givenShop("borealis-demo")];
    const { runner } = upkeep.deps;
    const load: typeof runner.load = async (decider, id, ...rest) => {
      if (id === broken) throw new StreamDamaged(`Events of the stream shop-${broken} are missing.`);
      return runner.load(decider, id, ...rest);
    };
    await createSubscriptionCheckTask({ ...upkeep.deps, runner: { ...runner, load } }).restore?.();
    expect(await open(sound)).toMatchObject({ waiting: 1 });
    expect(upkeep.lines).toContainEqual(expect.stringContaining(`shop-${broken} are missing`));
  });

  it("is restored once at the next start", async () => {
    const tenant = await givenShop();
    await duty.restore?.();
    await duty.restore?.();
    expect(await open(tenant)).toEqual({ waiting: 1, running: 0 });
    expect(await workDue()).toBe(1);
    expect(await open(tenant)).toEqual({ waiting: 1, running: 0 });
  });

  it("is restored for tomorrow if today's was done", async () => {
    const tenant = await givenShop();
    await duty.restore?.();
    await workDue();
    // given that tomorrow's is lost
    const tomorrow = { kinds: [subscriptionCheckKind], lanes: [upkeepLane], worker: "w", leaseMs: 1 };
    upkeep.clock.advance(day);
    const lost = await upkeep.deps.queue.claim(tomorrow);
    if (!lost) throw new Error("Tomorrow's check is not there.");
    await upkeep.deps.queue.complete(lost);
    expect(await open(tenant)).toEqual({ waiting: 0, running: 0 });
    await duty.restore?.();
    expect(await workDue()).toBe(0);
    upkeep.clock.advance(day);
    expect(await workDue()).toBe(1);
  });

  it("of a shop that has uninstalled is not restored", async () => {
    const tenant = await givenShop();
    await onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    await duty.restore?.();
    expect(await open(tenant)).toEqual({ waiting: 0, running: 0 });
  });
});
