import type { IncomingMessage } from "node:http";
import { readText } from "../server/http.ts";

export type ReceivedCall = {
  /** Time of the call, ISO UTC. */
  at: string;
  method: string;
  name: string;
  query: readonly (readonly [string, string])[];
  headers: readonly (readonly [string, string])[];
  /** First characters of the body. */
  body: string;
};

export type Calls = {
  /** The kept calls, newest first. */
  list(): readonly ReceivedCall[];
  /** @throws {HttpProblem} the body is too large */
  receive(request: IncomingMessage, url: URL, name: string): Promise<void>;
};

const maxCalls = 100;
const maxCharacters = 2_000;
/** Headers that say nothing about the call. */
const ignoredHeaders = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept",
  "accept-encoding",
]);

/** Keeps the newest webhook calls in memory. */
export const createCalls = (now: () => Date): Calls => {
  const receivedCalls: ReceivedCall[] = [];
  return {
    list: () => receivedCalls,
    async receive(request, url, name) {
      const body = await readText(request);
      const headers = Object.entries(request.headers).flatMap(([key, value]) =>
        ignoredHeaders.has(key) ? [] : [[key, String(value).slice(0, maxCharacters)] as const],
      );
      const query = [...url.searchParams].map(([key, value]) => [key, value.slice(0, maxCharacters)] as const);
      const method = request.method ?? "GET";
      receivedCalls.unshift({
        at: now().toISOString(),
        method,
        name: name.slice(0, 100),
        query,
        headers,
        body: body.slice(0, maxCharacters),
      });
      receivedCalls.length = Math.min(receivedCalls.length, maxCalls);
    },
  };
};
