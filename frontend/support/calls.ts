import simpleRestProvider from "ra-data-simple-rest";
import { fetchUtils } from "react-admin";
import type { AsOfItemKind } from "#domain/as-of/items.ts";
import type { JobAct } from "#domain/console/acts.ts";
import {
  type ConsoleActionResult,
  type ConsoleAsOf,
  type ConsoleFrozenInputs,
  type ConsoleItem,
  type ConsoleMe,
  type ConsoleOrderExports,
  type ConsoleSearchResult,
  consoleTokenHeader,
  type ImpersonationAllowed,
  type SignedOut,
} from "#domain/wire/support/console.ts";
import type { ConsoleAlerts } from "#domain/wire/support/console-alerts.ts";

const api = "/support/api";

/** Reads lists and objects; the server filters, sorts and pages. */
export const dataProvider = simpleRestProvider(api, fetchUtils.fetchJson);

/** @throws {HttpError} 401: nobody is signed in */
export const readMe = async (): Promise<ConsoleMe> => (await fetchUtils.fetchJson(`${api}/me`)).json as ConsoleMe;

/**
 * Sends a change with the session's token.
 * @throws {HttpError} with the server's message
 */
const change = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
  const { token } = await readMe();
  const headers = new Headers({ "content-type": "application/json", [consoleTokenHeader]: token });
  const answer = await fetchUtils.fetchJson(`${api}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json as Answer;
};

export const signOut = (): Promise<SignedOut> => change("sign-out");
export const signOutEverywhere = (): Promise<SignedOut> => change("sign-out-everywhere");

export const actOnJob = (id: string, verb: JobAct, reason: string): Promise<{ id: string }> =>
  change(`dead-jobs/${encodeURIComponent(id)}/${verb}`, { reason });

/** @throws {HttpError} */
export const readAlerts = async (): Promise<ConsoleAlerts> =>
  (await fetchUtils.fetchJson(`${api}/signs`)).json as ConsoleAlerts;

/**
 * Acts on an object of a list, with a reason (ADR 102).
 * @throws {HttpError} with the server's message
 */
export const performAction = (
  resource: string,
  id: string,
  verb: string,
  asked: object,
): Promise<ConsoleActionResult> => change(`${resource}/${encodeURIComponent(id)}/${verb}`, asked);

/** Requests an impersonation session, with a reason; returns its address, valid once and within 60 s. */
export const impersonate = (shopId: string, reason: string): Promise<ImpersonationAllowed> =>
  change(`shops/${encodeURIComponent(shopId)}/impersonate`, { reason });

/**
 * Finds objects by id, shops by name prefix, others by title.
 * @throws {HttpError}
 */
export const search = async (q: string): Promise<ConsoleSearchResult[]> =>
  (await fetchUtils.fetchJson(`${api}/search?${new URLSearchParams({ q })}`)).json as ConsoleSearchResult[];

const thenOf = (shop: string, at: string, of = ""): string =>
  `${api}/shops/${encodeURIComponent(shop)}/as-of${of}?${new URLSearchParams({ at })}`;

/**
 * Reads a shop's set-up at an instant (ISO with a zone), beside the present.
 * @throws {HttpError}
 */
export const readShopAt = async (shop: string, at: string): Promise<ConsoleAsOf> =>
  (await fetchUtils.fetchJson(thenOf(shop, at))).json as ConsoleAsOf;

/**
 * Reads an object of a shop as of an instant, field by field.
 * @throws {HttpError}
 */
export const readItemAt = async (shop: string, at: string, kind: AsOfItemKind, id: string): Promise<ConsoleItem> =>
  (await fetchUtils.fetchJson(thenOf(shop, at, `/${kind}/${encodeURIComponent(id)}`))).json as ConsoleItem;

/**
 * Reads the inputs of a run or export, beside their current state.
 * @throws {HttpError}
 */
export const readInputs = async (resource: "runs" | "exports", id: string): Promise<ConsoleFrozenInputs> =>
  (await fetchUtils.fetchJson(`${api}/${resource}/${encodeURIComponent(id)}/made-of`)).json as ConsoleFrozenInputs;

/**
 * Does one step of finding a shop's exports with an order.
 * @throws {HttpError}
 */
export const findExportsWithOrder = (
  shop: string,
  order: string,
  continuation: string | null,
): Promise<ConsoleOrderExports> => change(`shops/${encodeURIComponent(shop)}/find-order`, { order, continuation });
