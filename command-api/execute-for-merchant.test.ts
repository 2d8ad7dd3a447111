import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBudgets } from "#application/admission/budget.ts";
import { hourlyBudgets } from "#application/admission/limits.ts";
import type { Call } from "#application/http/route.ts";
import { toMessageRef } from "#domain/support/message.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { acceptTermsRoute } from "./account/accept-terms.ts";
import { stepId } from "./command-request.ts";
import type { CommandApiDeps } from "./deps.ts";
import { sendMessageRoute } from "./support/send-message.ts";

let web: WebForTests;
let deps: CommandApiDeps;
beforeEach(async () => {
  web = await startWebForTests();
  deps = { ...web, budgets: createBudgets(web.clock.steady) } as unknown as CommandApiDeps;
});
afterEach(() => web.close());

const told = "Your shop has made too many changes within an hour. Try again in";

describe("a shop that has nearly used up its budget of changes", () => {
  const given = async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    const call = (commandId: string) =>
      ({
        requestId: "r",
        commandId,
        caller: { tenant, shop: "aurora-demo" },
        setPosition: () => undefined,
        assertStillAdmitted: async () => undefined,
      }) as unknown as Call;
    deps.budgets.changes.spend(tenant, hourlyBudgets.changes.amount - 900);
    return { tenant, call };
  };

  it("must wait if it keeps changing its marketing consent", async () => {
    const { call } = await given();
    const { handle } = acceptTermsRoute(deps);
    const choose = (HasAcceptMarketing: boolean, id: string) =>
      handle({ body: { HasAccepted: true, HasAcceptMarketing }, query: {}, params: {} }, call(id));
    await choose(true, "1");
    await choose(false, "2");
    await expect(choose(true, "3")).rejects.toThrow(told);
    // A repeat of an earlier success is still answered.
    await choose(false, "2");
  });

  it("must wait before sending a message to support, and nothing of the message is kept", async () => {
    const { tenant, call } = await given();
    deps.budgets.changes.spend(tenant, 1_000);
    const { handle } = sendMessageRoute(deps);
    await expect(
      handle({ body: "Please help us with our reports.", query: {}, params: {} }, call("1")),
    ).rejects.toThrow(told);
    const messageId = stepId(call("1"), tenant, "support-message") ?? "";
    expect(await web.vault.read(toMessageRef(messageId))).toBe(Erased);
  });
});
