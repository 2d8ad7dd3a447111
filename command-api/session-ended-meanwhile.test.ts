import { afterEach, beforeEach, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { supportOf } from "#tests/support/given-look.ts";
import { createPlatformForTests } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

/** an action that the merchant has stopped is not done, even in a call that is already under way. */

let web: WebForTests;
let asked: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;
beforeEach(async () => {
  asked = Promise.withResolvers();
  answer = Promise.withResolvers();
  const platform = {
    ...createPlatformForTests(),
    async *streamOrders() {
      asked.resolve();
      await answer.promise;
      yield [{ id: "gid://shopify/Order/5000" }];
    },
  };
  web = await startWebForTests({}, () => platform as never);
});
afterEach(() => web.close());

/** Support, allowed to make changes, sets an order's status. The store is slow to say if the order exists. */
const given = async () => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  const look = await supportOf(web).look(tenant);
  expect((await web.ask("POST", "support/allow-changes", { token, body: { Hours: 1 } })).status).toBe(200);
  const body = { OrderId: "5000", LocalStatus: LocalStatus.Done };
  const change = web.ask("PUT", "reportData/local-status", { token: look.token, body });
  await asked.promise;
  const merchant = (path: string, sent?: string) => web.ask("POST", path, { token, ...(sent && { body: sent }) });
  return { look, merchant, change };
};
const types = async () => (await web.events()).map(({ type }) => type);

it("support's change is made if the merchant does nothing in the meantime", async () => {
  const { change } = await given();
  answer.resolve();
  expect((await change).status).toBe(200);
  expect(await types()).toContain("LocalStatusChanged");
});

it("support's change is not made if the merchant has revoked changes in the meantime", async () => {
  const { merchant, change } = await given();
  await merchant("support/stop-changes");
  answer.resolve();
  expect(await change).toMatchObject({ status: 403, envelope: { ErrorCode: "support-looks" } });
  expect(await types()).not.toContain("LocalStatusChanged");
});

it("support's change is not made if the merchant has ended the impersonation session", async () => {
  const { look, merchant, change } = await given();
  await merchant("support/end-look", look.id);
  answer.resolve();
  expect((await change).status).toBe(401);
  expect(await types()).not.toContain("LocalStatusChanged");
});
