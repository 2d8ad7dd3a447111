import { expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { createPlatformForTests } from "#tests/support/platform-for-tests.ts";
import { registerOrderWebhooks } from "./register-order-webhooks.ts";

const access = { tenant: "t", shop: "aurora-demo", signal: new AbortController().signal };

const register = async (failure?: Error) => {
  const platform = createPlatformForTests();
  if (failure) platform.failing.set("registerWebhooks", failure as PlatformError);
  const warned: string[] = [];
  await registerOrderWebhooks(
    {
      platform,
      vault: createMemoryVault(),
      config: { APP_URL: "https://sheaf.example" },
      log: { warn: (_fields, message) => void warned.push(message) },
    },
    access,
  );
  return { asked: platform.asked, warned };
};

it("asks the platform for webhooks about orders at the shop's own address", async () => {
  const { asked, warned } = await register();
  expect(asked[0]).toMatch(
    /^registerWebhooks https:\/\/sheaf\.example\/webhooks\/shops\/[\w-]{43}\/orders\/create \S+\/orders\/updated$/,
  );
  expect(warned).toEqual([]);
});

it("continues and reports it if the platform refuses; any other failure is an error", async () => {
  const { warned } = await register(new PlatformError("access-denied", "Not approved."));
  expect(warned).toEqual(["The platform does not announce this shop's orders as they arrive."]);
  await expect(register(new Error("ours"))).rejects.toThrow("ours");
});
