import type { LiveArrivals } from "#domain/wire/live.ts";
import { heldToServed } from "./hold-to-document.ts";

/** A listener's new orders. */
export type Listener = {
  status: number;
  /** The raw text received. */
  text(): string;
  orders(): LiveArrivals["Orders"];
  /** New orders by count alone. */
  missed(): number;
  /** The last event's id, to continue from. */
  place(): string | undefined;
  hasEnded(): boolean;
  leave(): void;
};

/** Listens like the live page. Checks each event against the OpenAPI document. */
export const listenLive = async (url: string, token: string, query = ""): Promise<Listener> => {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/reportData/live-events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const hold = await heldToServed(url);
  const call = { method: "GET", path: "reportData/live-events", status: response.status };
  let text = "";
  let ended = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
  };
  const told = (): LiveArrivals[] =>
    [...text.matchAll(/event: orders\ndata: (.*)\n/g)].map(([, data = "{}"]) => {
      hold({ ...call, text: data, events: true });
      return JSON.parse(data) as LiveArrivals;
    });
  void read()
    // Leaving cuts the connection off.
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    status: response.status,
    text: () => text,
    orders: () => told().flatMap(({ Orders }) => Orders),
    missed: () => told().reduce((sum, { Missed }) => sum + Missed, 0),
    place: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    hasEnded: () => ended,
    leave: () => stop.abort(),
  };
};
