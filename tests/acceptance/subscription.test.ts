import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LoginAction } from "#domain/enumerations.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import type { Method } from "#tests/support/http-client.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { fixedMoments } from "./scenario.ts";

/** A subscription that ends on the platform, over HTTP alone: from the platform's webhook to the charge page. */

let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "nimbus-demo");
}, 90_000);
afterAll(() => sheaf?.stop());

const platform = () => demoControl(sheaf.demoUrl, "nimbus-demo");
const statusOf = async () => (await merchant.client.call("GET", "reports/get-reports")).status;
const answers = (status: number) => until(`the shop is answered ${status}`, async () => (await statusOf()) === status);

type Document = { paths: Record<string, Record<string, { security: object[] }>> };

/** Every call that needs a shop, with dummy parameters. */
const shopCalls = async () => {
  const { paths } = (await (await fetch(`${sheaf.url}/api/openapi.json`)).json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length > 0 && !path.startsWith("/account/"))
      .map(([method]) => ({ method: method.toUpperCase() as Method, path: path.slice(1).replaceAll(/\{\w+\}/g, "x") })),
  );
};

describe("a merchant whose subscription", () => {
  it("is frozen gets 402 from every call at once, and access again as soon as it is active", async () => {
    expect(await statusOf()).toBe(200);
    await platform().turnSubscription("FROZEN");
    await answers(402);
    const calls = await shopCalls();
    expect(calls.length).toBeGreaterThan(20);
    for (const { method, path } of calls) {
      const { status, envelope } = await merchant.client.call(method, path, method === "GET" ? undefined : {});
      expect([method, path, status, envelope.ErrorMessage]).toEqual([
        method,
        path,
        402,
        "Pending charges. Please login again.",
      ]);
    }
    await platform().turnSubscription("ACTIVE");
    await answers(200);
  });

  it("was canceled gets the charge page on the next login, and access after it", async () => {
    await platform().turnSubscription("CANCELLED");
    await answers(402);
    const back = await logIn(sheaf, "nimbus-demo");
    expect(back.gates).toEqual([LoginAction.ActivateCharge, LoginAction.Nothing]);
    expect((await back.client.call("GET", "reports/get-reports")).status).toBe(200);
    // Another window that was open all the time works on, too.
    expect(await statusOf()).toBe(200);
  });
});
