import { randomUUID } from "node:crypto";
import { isForeign } from "#infra/ports/stores/append-rules.ts";
import type { EventStore, EventToAppend, RecordedEvent } from "#infra/ports/stores/event-store.ts";

let made = 0;

/** A new event; `n` counts up, so that order can be seen. */
export const anEvent = (overrides: Partial<EventToAppend> = {}): EventToAppend => {
  made += 1;
  return { id: randomUUID(), type: "ThingHappened", data: { n: made }, metadata: { tenant: "t1" }, ...overrides };
};

export const someEvents = (count: number): EventToAppend[] => Array.from({ length: count }, () => anEvent());

export const idsOf = (events: readonly { id: string }[]): string[] => events.map((event) => event.id);

/** Omits other programs' events, which a store may contain between ours. */
export const ours = (events: readonly RecordedEvent[]): RecordedEvent[] => events.filter((event) => !isForeign(event));

/** Everything after a position, read in pages. */
export const readEverything = async (store: EventStore, limit: number, from?: string): Promise<RecordedEvent[]> => {
  const all: RecordedEvent[] = [];
  let after = from;
  for (;;) {
    const page = await store.readAll(after === undefined ? { limit } : { after, limit });
    all.push(...page);
    after = page.at(-1)?.position;
    if (after === undefined) return all;
  }
};
