import type { LiveArrivals } from "#domain/wire/live.ts";

/** Somebody who listens for orders that arrive, by what came so far. */
export type Listener = {
  status: number;
  /** As it stands on the wire. */
  text(): string;
  orders(): LiveArrivals["Orders"];
  hasEnded(): boolean;
  leave(): void;
};

/** Listens to a web process as the live page does. */
export const listenLive = async (url: string, token: string, query = ""): Promise<Listener> => {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/reportData/live-events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  let text = "";
  let ended = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
  };
  void read()
    // Whoever leaves cuts it off.
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    status: response.status,
    text: () => text,
    orders: () =>
      [...text.matchAll(/event: orders\ndata: (.*)\n/g)].flatMap(
        ([, data]) => (JSON.parse(data ?? "{}") as LiveArrivals).Orders,
      ),
    hasEnded: () => ended,
    leave: () => stop.abort(),
  };
};
