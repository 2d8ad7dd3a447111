import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { subscriptionCheckKind } from "#application/jobs/subscription-check-job.ts";
import { LoginAction } from "#domain/enumerations.ts";
import type { AccountStatus } from "#domain/wire/account/account.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver } from "#tests/support/webhooks.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const told = (id = "hint-1") => deliver(web, { topic: "app_subscriptions/update", id });
const list = async (token: string) => (await web.ask("GET", "reports/get-reports", { token })).status;
const openChecks = (tenant: string) => web.queue.countOpen({ tenant, kinds: [subscriptionCheckKind] });

/** Sets the statuses that the platform lists. */
const platformLists = (...statuses: string[]) => {
  const [subscription] = web.platform.subscriptions.splice(0);
  if (!subscription) throw new Error("There is no subscription to change.");
  web.platform.subscriptions.push(...statuses.map((status) => ({ ...subscription, status })));
  return subscription;
};

describe("when the platform reports a changed subscription", () => {
  it("a shop whose subscription has ended gets 402 at once from all but its account", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect(await list(token)).toBe(200);
    platformLists();
    expect((await told()).status).toBe(200);
    expect(await list(token)).toBe(402);
    const status = (await web.ask("GET", "account/status", { token })).envelope.Data as unknown as AccountStatus;
    expect(status.LoginAction.Action).toBe(LoginAction.ActivateCharge);
    expect((await web.events()).at(-1)).toEqual({ stream: `shop-${tenant}`, type: "ChargeEnded" });
  });

  it("a shop whose subscription was only frozen is admitted again when it is active again", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const subscription = platformLists("FROZEN");
    await told();
    expect(await list(token)).toBe(402);
    web.platform.subscriptions.splice(0, 1, subscription);
    expect((await told("hint-2")).status).toBe(200);
    expect(await list(token)).toBe(200);
    expect((await web.events()).slice(-2).map(({ type }) => type)).toEqual(["ChargeEnded", "ChargeActivated"]);
  });

  it("a shop that still pays stays admitted, whatever the webhook's content says", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const before = await web.events();
    expect((await told()).status).toBe(200);
    expect(await list(token)).toBe(200);
    expect(await web.events()).toEqual(before);
    expect(web.platform.asked.filter((call) => call === "activeSubscriptions")).toHaveLength(1);
  });

  it.each([
    ["does not answer", new PlatformError("unavailable", "No answer.")],
    ["returns nonsense", new PlatformError("unexpected-answer", "What?")],
    ["refuses Sheaf's token", new PlatformError("reconnect-needed", "Log in again.")],
  ])("a platform that %s blocks no shop, and upkeep asks it again", async (_how, failure) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("activeSubscriptions", failure);
    expect((await told()).status).toBe(200);
    expect(await list(token)).toBe(200);
    expect(await openChecks(tenant)).toEqual({ waiting: 1, running: 0 });
    // A redelivery makes no second job.
    expect((await told()).status).toBe(200);
    expect(await openChecks(tenant)).toEqual({ waiting: 1, running: 0 });
  });

  it("nothing is read for a shop that has uninstalled", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await web.onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    expect((await told()).status).toBe(200);
    expect(web.platform.asked).toEqual([]);
  });
});

describe("a platform that doesn't answer", () => {
  it("times out: the webhook is answered, and the check becomes a job", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    const letGo = Promise.withResolvers<unknown>();
    web.platform.fetchActiveSubscriptions = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          letGo.resolve(signal.reason);
          reject(signal.reason);
        });
      });
    expect((await told()).status).toBe(200);
    expect(await letGo.promise).toMatchObject({ name: "TimeoutError" });
    expect(await openChecks(tenant)).toEqual({ waiting: 1, running: 0 });
  });
});
