import simpleRestProvider from "ra-data-simple-rest";
import { fetchUtils } from "react-admin";
import {
  type ConsoleFound,
  type ConsoleMe,
  consoleTokenHeader,
  type ImpersonationAllowed,
  type SignedOut,
} from "#domain/wire/console.ts";

const api = "/support/api";

/** Rows with filters, order and pages of the server. */
export const dataProvider = simpleRestProvider(api, fetchUtils.fetchJson);

/** Who is signed in, with the token of the session. @throws {HttpError} 401: nobody */
export const readMe = async (): Promise<ConsoleMe> => (await fetchUtils.fetchJson(`${api}/me`)).json as ConsoleMe;

/** Asks for a change. @throws {HttpError} with the server's sentence */
const change = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
  const { token } = await readMe();
  const headers = new Headers({ "content-type": "application/json", [consoleTokenHeader]: token });
  const answer = await fetchUtils.fetchJson(`${api}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json as Answer;
};

export const signOut = (): Promise<SignedOut> => change("sign-out");
export const signOutEverywhere = (): Promise<SignedOut> => change("sign-out-everywhere");

export type JobVerb = "try-again" | "drop";

/** Does something to a job that was given up, for a reason. */
export const actOnJob = (id: string, verb: JobVerb, reason: string): Promise<{ id: string }> =>
  change(`dead-jobs/${encodeURIComponent(id)}/${verb}`, { reason });

/** Asks to see a shop as its merchant, for a reason; answers where that opens, once and within 60 s. */
export const impersonate = (shopId: string, reason: string): Promise<ImpersonationAllowed> =>
  change(`shops/${encodeURIComponent(shopId)}/impersonate`, { reason });

/** Whatever has an id, or the shops whose names begin so. @throws {HttpError} */
export const search = async (q: string): Promise<ConsoleFound[]> =>
  (await fetchUtils.fetchJson(`${api}/search?${new URLSearchParams({ q })}`)).json as ConsoleFound[];
