import { expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { ensureWebhookSecret } from "./webhook-secret.ts";

it("each report keeps one webhook secret of its own, and erasing the shop discards them", async () => {
  const vault = createMemoryVault();
  const of = (automationId: string) =>
    ensureWebhookSecret({ vault, ids: createSystemIds() }, { tenant: "t", automationId });
  const first = await of("a");
  expect(first).toMatch(/^whsec_[\w-]{43}$/);
  expect([await of("a"), (await of("b")) === first]).toEqual([first, false]);
  expect(await vault.eraseOwner("t")).toBe(2);
  expect(await of("a")).not.toBe(first);
});
