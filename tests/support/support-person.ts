import type { ConsoleMe } from "#domain/wire/support/console.ts";
import { readForm } from "./html-form.ts";
import { cookiesOf } from "./http-client.ts";
import type { StartedSheaf } from "./start-sheaf.ts";
import { until } from "./until.ts";

type Listed = { filter?: object; range?: [number, number]; sort?: [string, "ASC" | "DESC"] };

/** A person of support at the console, by HTTP alone. */
export type SupportPerson = {
  me: ConsoleMe;
  password: string;
  cookie: string;
  get(path: string): Promise<Response>;
  post(path: string, body?: object): Promise<Response>;
  list<Row>(name: string, asked?: Listed): Promise<{ rows: Row[]; total: number }>;
  one<Row>(name: string, id: string): Promise<Row>;
};

/** Cookies of two servers on one machine, in one jar. */
const createBrowser = () => {
  let cookies: Record<string, string> = {};
  return {
    cookie: () =>
      Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
    go: async (address: string, init: RequestInit = {}): Promise<Response> => {
      const cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const response = await fetch(address, { ...init, redirect: "manual", headers: { cookie, ...init.headers } });
      cookies = { ...cookies, ...cookiesOf(response) };
      return response;
    },
  };
};

/** Returns a person's newest printed password. */
export const printedPassword = (output: string, person: string): string | undefined =>
  [...output.matchAll(new RegExp(`${person}(?: \\([^)]*\\))?: (\\S+)`, "g"))].at(-1)?.[1];

/**
 * Signs a person of the demo in like a browser: console, provider, its form, back. `password`: default the newest
 * printed.
 */
export const signInAtConsole = async (
  sheaf: Pick<StartedSheaf, "output">,
  url: string,
  person: string,
  given?: string,
): Promise<SupportPerson> => {
  const password = given ?? (await until("a password was printed", () => printedPassword(sheaf.output(), person)));
  const browser = createBrowser();
  const follow = async (response: Response, from: string): Promise<{ response: Response; at: string }> => {
    const location = response.headers.get("location");
    if (location === null) return { response, at: from };
    const at = new URL(location, from).href;
    if (at === `${url}/support/`) return { response, at };
    return follow(await browser.go(at), at);
  };
  const first = `${url}/support/auth/sign-in`;
  const { response, at } = await follow(await browser.go(first), first);
  const form = readForm(await response.text(), at);
  const sent = await browser.go(form.action, {
    method: "POST",
    body: new URLSearchParams({ ...form.fields, person, password }),
  });
  if (sent.status === 401) throw new Error(`The provider says: ${(await sent.text()).replaceAll(/<[^>]*>/g, " ")}`);
  const end = await follow(sent, form.action);
  if (end.at !== `${url}/support/`) throw new Error(`Signing in ended at ${end.at}: ${await end.response.text()}`);
  const get = (path: string) => browser.go(`${url}/support/api/${path}`);
  const me = (await (await get("me")).json()) as ConsoleMe;
  return {
    me,
    password,
    cookie: browser.cookie(),
    get,
    post: (path, body = {}) =>
      browser.go(`${url}/support/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url, "x-support-token": me.token },
        body: JSON.stringify(body),
      }),
    list: async (name, asked = {}) => {
      const query = new URLSearchParams(
        Object.entries(asked).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
      );
      const answer = await get(`${name}?${query}`);
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      const total = Number(answer.headers.get("content-range")?.split("/")[1]);
      return { rows: (await answer.json()) as never, total };
    },
    one: async (name, id) => {
      const answer = await get(`${name}/${encodeURIComponent(id)}`);
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as never;
    },
  };
};
