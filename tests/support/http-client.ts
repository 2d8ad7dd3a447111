import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Envelope } from "#domain/wire/envelope.ts";
import { startingCode } from "#domain/wire/reports/starting-code.ts";
import { heldToServed } from "./hold-to-document.ts";

/** One call's answer: the HTTP status, the headers and the envelope. */
export type Answer<Data> = { status: number; headers: Headers; envelope: Envelope<Data> };

/** Thrown by `data()` when a call did not answer `Ok: true`; carries the whole response. */
export class CallFailed extends Error {
  override name = "CallFailed";
  readonly status: number;
  readonly code: string | null;
  constructor(what: string, status: number, code: string | null, message: string) {
    super(`${what} answered ${status} ${code ?? ""}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

export type Method = "GET" | "POST" | "PUT";

/** An answered call and its duration. */
export type AnsweredCall = { method: Method; path: string; status: number; ms: number };

/** A browser's side of the API: keeps the token, follows its own writes, numbers its commands. */
export type HttpClient = {
  readonly baseUrl: string;
  /** Time to repeat an unanswered call, ms. */
  readonly patience: number;
  readonly onAnswer: ((call: AnsweredCall) => void) | undefined;
  token(): string | null;
  setToken(token: string | null): void;
  /** Makes a call. Throws only when the response is no envelope. */
  call<Data>(method: Method, path: string, body?: unknown): Promise<Answer<Data>>;
  /** Makes a call that must answer `Ok: true`, and returns its `Data`. @throws {CallFailed} */
  data<Data>(method: Method, path: string, body?: unknown): Promise<Data>;
};

const envelopeIn = <Data>(what: string, response: Response, text: string): Envelope<Data> => {
  const value: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
  if (typeof value !== "object" || value === null || !("Ok" in value))
    throw new Error(`${what} answered ${response.status} without an envelope: ${text.slice(0, 300)}`);
  return value as Envelope<Data>;
};

/** Returns a response's cookies by name. */
export const cookiesOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    response.headers.getSetCookie().map((text) => {
      const [name = "", value = ""] = text.split(";", 1)[0]?.split("=") ?? [];
      return [name, value];
    }),
  );

/** Retries for `patience` ms until nothing is thrown. */
export const persistently = async <Answer>(ask: () => Promise<Answer>, patience: number): Promise<Answer> => {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() >= end) throw error;
      await pause(100);
    }
  }
};

/**
 * Creates a client of the API below `{baseUrl}/api` that behaves as our front end: bearer token, `jwt-refresh`, a
 * fresh `x-command-id` per command, and the last command's `x-event-position` as `x-await-position`. `onAnswer` gets
 * every response. With `patience` (ms) a call without a response, or while Sheaf starts, is repeated with its command
 * id; where it `insists`, also after a 503. Checks every response against the OpenAPI document, unless `onAnswer` or a
 * benchmark times them.
 */
export const createHttpClient = (
  baseUrl: string,
  given: { token?: string | null; patience?: number; insists?: boolean; onAnswer?: (call: AnsweredCall) => void } = {},
): HttpClient => {
  const patience = given.patience ?? 0;
  const isTimed = given.onAnswer !== undefined || process.env.VITEST === undefined;
  let token = given.token ?? null;
  let position: string | null = null;
  let cookies: Record<string, string> = {};

  const call = async <Data>(method: Method, path: string, body?: unknown): Promise<Answer<Data>> => {
    const what = `${method} ${path}`;
    const headers: Record<string, string> = {};
    if (Object.keys(cookies).length > 0)
      headers.cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
    if (token) headers.authorization = `Bearer ${token}`;
    // Some queries are POSTs; commands ignore it.
    if (position) headers["x-await-position"] = position;
    if (method !== "GET") {
      headers["x-command-id"] = randomUUID();
      headers["content-type"] = "application/json";
    }
    const ask = async () => {
      const response = await fetch(`${baseUrl}/api/${path}`, {
        method,
        headers,
        ...(method === "GET" || body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const envelope = envelopeIn<Data>(what, response, text);
      const hold = isTimed ? undefined : await heldToServed(baseUrl);
      // A login's code works once, so a repeat logs in again.
      const isAway = patience > 0 && envelope.ErrorCode === startingCode;
      if (isAway || (given.insists && response.status === 503 && !path.startsWith("account/")))
        throw new CallFailed(what, response.status, envelope.ErrorCode, envelope.ErrorMessage ?? "");
      return { response, envelope, check: () => hold?.({ method, path, status: response.status, text }) };
    };
    const start = performance.now();
    const { response, envelope, check } = await persistently(ask, patience);
    check();
    given.onAnswer?.({ method, path, status: response.status, ms: performance.now() - start });
    token = response.headers.get("jwt-refresh") ?? token;
    cookies = { ...cookies, ...cookiesOf(response) };
    const written = response.headers.get("x-event-position");
    if (written && (position === null || written > position)) position = written;
    return { status: response.status, headers: response.headers, envelope };
  };

  return {
    baseUrl,
    patience,
    onAnswer: given.onAnswer,
    token: () => token,
    setToken: (next) => {
      token = next;
    },
    call,
    data: async <Data>(method: Method, path: string, body?: unknown) => {
      const { status, envelope } = await call<Data>(method, path, body);
      if (!envelope.Ok)
        throw new CallFailed(`${method} ${path}`, status, envelope.ErrorCode, envelope.ErrorMessage ?? "");
      return envelope.Data;
    },
  };
};
