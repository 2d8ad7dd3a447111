import type { IncomingMessage, ServerResponse } from "node:http";
import { signQuery } from "../services/signatures.ts";
import { HttpProblem, readFields, redirect, sendHtml, sendJson } from "./http.ts";
import type { DemoStoreOptions } from "./options.ts";
import { chargePage, consentPage, noticePage } from "./pages.ts";
import type { ShopServices } from "./shop-services.ts";

export const APP_NAME = "Sheaf";

export type Exchange = {
  services: ShopServices;
  options: DemoStoreOptions;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
};

const approved = async (request: IncomingMessage): Promise<boolean> =>
  (await readFields(request)).decision === "approve";

const badLinkProblem = (sentence: string): HttpProblem =>
  new HttpProblem(400, noticePage("This link is not right", sentence));

/** `GET` shows the consent page, `POST` takes the decision (P-1.1, R-53). */
export const serveConsent = async ({ services, options, url, request, response }: Exchange): Promise<void> => {
  const { searchParams } = url;
  if (searchParams.get("client_id") !== options.clientId)
    throw badLinkProblem("The platform knows no app with this client_id.");
  const redirectUri = URL.parse(searchParams.get("redirect_uri") ?? "");
  if (redirectUri?.origin !== new URL(options.appUrl).origin)
    throw badLinkProblem("The redirect_uri is not one of those configured for the app.");
  const state = searchParams.get("state") ?? "";
  const scopes = (searchParams.get("scope") ?? "").split(",").filter((scope) => scope !== "");
  if (state === "" || scopes.length === 0) throw badLinkProblem("The state or the scope is missing.");
  if (request.method === "GET") {
    sendHtml(response, 200, consentPage(services.shop.title, services.domain, APP_NAME, scopes));
    return;
  }
  if (!(await approved(request))) {
    sendHtml(response, 200, noticePage("Not installed", `${APP_NAME} was not installed at ${services.shop.title}.`));
    return;
  }
  const query = {
    code: services.grants.code(scopes, redirectUri.href),
    host: Buffer.from(`admin.shopify.com/store/${services.shop.name}`).toString("base64url"),
    shop: services.domain,
    state,
    timestamp: String(Math.floor(options.wall().getTime() / 1000)),
  };
  const signed = { ...query, hmac: signQuery(options.clientSecret, query) };
  for (const [key, value] of Object.entries(signed)) redirectUri.searchParams.set(key, value);
  redirect(response, redirectUri.href);
};

/** Serves `POST /admin/oauth/access_token`: exchanges a code or a refresh token for tokens (P-1.4). */
export const serveAccessToken = async ({ services, request, response }: Exchange): Promise<void> => {
  const body = await readFields(request);
  const { status, body: answer } = services.grants.token(body);
  if (status === 200 && body.grant_type !== "refresh_token") services.stats.exchanges++;
  sendJson(response, status, answer, { "Cache-Control": "no-store" });
};

const priceOf = (lineItems: readonly unknown[]): string => {
  const text = JSON.stringify(lineItems);
  const price = /"amount":"([^"]+)","currencyCode":"([A-Z]+)"/.exec(text);
  return price
    ? `${Number(price[1]).toFixed(2)} ${price[2]} every ${text.includes('"ANNUAL"') ? "year" : "30 days"}`
    : "by use";
};

/** `GET` shows the charge page, `POST` takes the decision (P-2, R-53). */
export const serveCharge = async ({ services, request, response }: Exchange, number: string): Promise<void> => {
  const pending = services.billing.pending(number);
  if (!pending) throw new HttpProblem(404, noticePage("No such charge", "This charge was decided on, or is too old."));
  if (request.method === "GET") {
    const { name, trialDays, test, lineItems } = pending;
    sendHtml(
      response,
      200,
      chargePage(services.shop.title, APP_NAME, { name, trialDays, test, price: priceOf(lineItems) }),
    );
    return;
  }
  const back = services.billing.decide(number, await approved(request));
  if (back === null) {
    sendHtml(response, 200, noticePage("Charge declined", `${pending.name} was declined; nothing is billed.`));
    return;
  }
  redirect(response, back);
};
