import type { StorePlatform } from "#infra/ports/store-platform.ts";

/** Approves Sheaf on the demo store's page of consent, as a merchant does, and fetches the grant. */
export const consent = async (
  platform: Pick<StorePlatform, "buildAuthorizeUrl" | "exchangeCode">,
  access: { tenant: string; shop: string },
): Promise<void> => {
  const asked = { shop: access.shop, state: "n", redirectUri: "http://localhost:3000/loginCallback" };
  const approved = await fetch(platform.buildAuthorizeUrl(asked), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "decision=approve",
    redirect: "manual",
  });
  const code = new URL(approved.headers.get("location") ?? "").searchParams.get("code") ?? "";
  await platform.exchangeCode({ ...access, signal: new AbortController().signal }, code);
};
