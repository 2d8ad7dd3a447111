import { type CreateDemoStoreOptions, createDemoStore, type DemoStore } from "../create-demo-store.ts";

export const DEMO_NOW = new Date("2026-11-20T10:30:17Z");
export const APP = { clientId: "test-app", clientSecret: "hush", appUrl: "http://app.example" } as const;
export const ALL_SCOPES =
  "read_orders,read_all_orders,read_customers,read_products,read_inventory,read_locations,read_merchant_managed_fulfillment_orders";

/** The body is parsed JSON, or text; untyped, as tests look into it freely. */
export type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number };

/** Starts a demo store with raw requests. They follow the platform's documentation, not our client. */
export const startTestClient = async (options: CreateDemoStoreOptions = {}) => {
  const store: DemoStore = createDemoStore({ demoNow: DEMO_NOW, now: () => DEMO_NOW, ...APP, ...options });
  const origin = await store.listen(0);

  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, { redirect: "manual", ...init });
    const text = await response.text();
    const json = (response.headers.get("content-type") ?? "").startsWith("application/json");
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...headers },
    });
  const form = (path: string, fields: Record<string, string>): Promise<Answer> =>
    send(path, { method: "POST", body: new URLSearchParams(fields) });
  const authorizePath = (shop: string, query: Record<string, string> = {}): string =>
    `/${shop}/admin/oauth/authorize?${new URLSearchParams({
      client_id: APP.clientId,
      scope: ALL_SCOPES,
      redirect_uri: `${APP.appUrl}/login-callback`,
      state: "nonce-1",
      ...query,
    })}`;
  /** Approves the app and exchanges the code. */
  const install = async (shop: string, scope = ALL_SCOPES): Promise<Tokens> => {
    const approved = await form(authorizePath(shop, { scope }), { decision: "approve" });
    const code = new URL(approved.headers.get("location") ?? "").searchParams.get("code");
    const answer = await post(`/${shop}/admin/oauth/access_token`, {
      client_id: APP.clientId,
      client_secret: APP.clientSecret,
      code,
      expiring: "1",
    });
    return answer.body;
  };
  const ask = (
    shop: string,
    token: string,
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    post(
      `/${shop}/admin/api/2026-10/graphql.json`,
      { query, variables },
      { "X-Shopify-Access-Token": token, ...headers },
    );
  return { store, origin, send, post, form, authorizePath, install, ask, close: () => store.close() };
};
export type TestClient = Awaited<ReturnType<typeof startTestClient>>;
