import { setTimeout as sleep } from "node:timers/promises";
import { createLagDetector } from "#application/events/lag-detector.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import type { Outage } from "#domain/wire/outages.ts";
import type { WatchedStores } from "#hosting/watch-stores.ts";
import { readRelayPosition, relayName } from "#infra/bus/relay-lease.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";

const checkInterval = 2_000;
/** Lag from which lists and messages count as late, ms. */
const maxLag = 10_000;

export type TroublesOptions = {
  eventStore: Pick<EventStore, "headPosition">;
  stateStore: Pick<StateStore, "get">;
  readModels: Pick<ServedReadModels, "hasSeen">;
  names: readonly string[];
  unresponsive: WatchedStores["unresponsive"];
  isRelayed: boolean;
  signal: AbortSignal;
  /** The time, ms. */
  now?: () => number;
};

/**
 * Finds what merchants can't do now, which every response tells them: unresponsive stores, stalled read models, and
 * messages that no relay delivers. Checks every 2 s until the signal aborts. Returns the latest findings.
 */
export const watchTroubles = (options: TroublesOptions): (() => readonly Outage[]) => {
  const { eventStore, stateStore, readModels, names, unresponsive, isRelayed, signal } = options;
  const { now = () => performance.now() } = options;
  const haveSeen = async (position: string) => {
    for (const name of names) if (!(await readModels.hasSeen(name, position))) return false;
    return true;
  };
  const isRelayedTo = async (position: string) => ((await readRelayPosition(stateStore, relayName)) ?? "") >= position;
  const lists = createLagDetector({ hasReached: haveSeen, now, maxLag });
  const messages = createLagDetector({ hasReached: isRelayedTo, now, maxLag });

  const check = async (): Promise<void> => {
    const head = await eventStore.headPosition().catch(() => undefined);
    // `unresponsive` reports stores that don't answer.
    await Promise.allSettled([lists.check(head), ...(isRelayed ? [messages.check(head)] : [])]);
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await check();
      await sleep(computeMsUntilTick(checkInterval), undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();

  return () => {
    const away = unresponsive();
    // Every call needs both: sessions are in the state store, the shop's admission in the event store.
    const hasFailingCalls = away.has("stateStore") || away.has("eventStore");
    const cannotShow = hasFailingCalls || away.has("readStore");
    const found: [Outage, boolean][] = [
      ["saving", hasFailingCalls],
      ["showing", cannotShow],
      ["newest", !cannotShow && lists.isBehind()],
      ["reports", hasFailingCalls || messages.isBehind()],
    ];
    return found.flatMap(([trouble, is]) => (is ? [trouble] : []));
  };
};
