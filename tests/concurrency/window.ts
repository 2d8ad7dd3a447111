import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Envelope } from "#domain/wire/envelope.ts";

/** One call's answer. `sent` and `done` are moments on the test's only clock, ms. */
export type Reply<Data> = {
  status: number;
  envelope: Envelope<Data>;
  data: Data;
  /** The version in the ETag; -1 without one. */
  version: number;
  stale: boolean;
  requestId: string;
  sent: number;
  done: number;
};

export type Window = {
  /** The position of the newest command that this window knows. */
  position(): string | undefined;
  get<Data>(path: string): Promise<Reply<Data>>;
  /** A command; now and then it is sent again as it was, to the other process, or to both at once. */
  send<Data>(method: "POST" | "PUT", path: string, body?: unknown, base?: number): Promise<Reply<Data>>;
};

/** Answers of one command that differ although it was the same command. */
export type Differing = { path: string; requestIds: string[]; first: string; again: string };

const told = ({ status, envelope, version }: Reply<unknown>) => ({ status, envelope, version });

/** A merchant's window whose calls go to one process or the other, as a balancer in front would send them. */
export const openWindow = (options: {
  urls: readonly [string, string];
  token: string;
  random: () => number;
  onDiffering: (differing: Differing) => void;
  /** The first position to wait for. */
  position?: string | undefined;
}): Window => {
  const { urls, token, random } = options;
  let position = options.position;

  const call = async <Data>(
    url: string,
    method: "GET" | "POST" | "PUT",
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Reply<Data>> => {
    const sent = performance.now();
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Envelope<Data>;
    const written = response.headers.get("x-event-position");
    if (written !== null && (position === undefined || written > position)) position = written;
    return {
      status: response.status,
      envelope,
      data: envelope.Data as Data,
      version: Number(/^"(\d+)"$/.exec(response.headers.get("etag") ?? "")?.[1] ?? -1),
      stale: response.headers.has("x-stale"),
      requestId: response.headers.get("x-request-id") ?? "",
      sent,
      done: performance.now(),
    };
  };

  return {
    position: () => position,
    get: (path) =>
      call(
        urls[random() < 0.5 ? 0 : 1],
        "GET",
        path,
        undefined,
        position === undefined ? {} : { "x-await-position": position },
      ),
    send: async <Data>(method: "POST" | "PUT", path: string, body?: unknown, base?: number) => {
      const headers = {
        "x-command-id": randomUUID(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(base === undefined ? {} : { "if-match": `"${base}"` }),
      };
      const [here, there] = random() < 0.5 ? urls : [urls[1], urls[0]];
      const dice = random();
      const twin = dice < 0.02 ? call<Data>(there, method, path, body, headers) : undefined;
      const first = await call<Data>(here, method, path, body, headers);
      const again = await (dice > 0.95 ? call<Data>(there, method, path, body, headers) : twin);
      if (!again) return first;
      // A refusal isn't kept: the repeat is decided again, and other editors may have changed the list by then. Of two
      // calls at the same moment, either may be the one that was decided first.
      const isDecidedAgain = !first.envelope.Ok || (twin !== undefined && !again.envelope.Ok);
      if (!isDecidedAgain && !isDeepStrictEqual(told(again), told(first)))
        options.onDiffering({
          path,
          requestIds: [first.requestId, again.requestId],
          first: JSON.stringify(told(first)),
          again: JSON.stringify(told(again)),
        });
      const answer = first.envelope.Ok ? first : again;
      return { ...answer, sent: Math.min(first.sent, again.sent), done: Math.max(first.done, again.done) };
    },
  };
};
