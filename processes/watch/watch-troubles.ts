import { setTimeout as sleep } from "node:timers/promises";
import { createFollowed } from "#application/events/followed.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import type { Trouble } from "#domain/wire/troubles.ts";
import type { WatchedStores } from "#hosting/stores-answer.ts";
import { relayedUpTo, relayName } from "#infra/bus/hold-relay.ts";
import { untilBeat } from "#infra/ports/beat.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

const every = 2_000;
/** Lists and messages that are so far behind are late for whoever waits for them, ms. */
const late = 10_000;

export type TroublesOptions = {
  eventStore: Pick<EventStore, "headPosition">;
  stateStore: Pick<StateStore, "get">;
  readModels: Pick<ServedReadModels, "hasSeen">;
  /** Those that lists are read from. */
  names: readonly string[];
  /** Which stores do not answer. */
  silent: WatchedStores["silent"];
  /** Whether messages reach other processes by a relay. */
  isRelayed: boolean;
  signal: AbortSignal;
  /** Steady time, ms. */
  now?: () => number;
};

/**
 * What a web process cannot do for merchants now, which every answer tells them: its stores that do not answer, read models that do not get on, and
 * messages that no relay passes on. Looks every 2 s until the signal aborts; answers what was found last.
 */
export const watchTroubles = (options: TroublesOptions): (() => readonly Trouble[]) => {
  const { eventStore, stateStore, readModels, names, silent, isRelayed, signal } = options;
  const { now = () => performance.now() } = options;
  const haveSeen = async (position: string) => {
    for (const name of names) if (!(await readModels.hasSeen(name, position))) return false;
    return true;
  };
  const isRelayedTo = async (position: string) => ((await relayedUpTo(stateStore, relayName)) ?? "") >= position;
  const lists = createFollowed({ hasReached: haveSeen, now, late });
  const messages = createFollowed({ hasReached: isRelayedTo, now, late });

  const look = async (): Promise<void> => {
    const head = await eventStore.headPosition().catch(() => undefined);
    // That a store does not answer is told by what is silent.
    await Promise.allSettled([lists.look(head), ...(isRelayed ? [messages.look(head)] : [])]);
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await look();
      await sleep(untilBeat(every), undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();

  return () => {
    const away = silent();
    // Who is logged in is in the one, and whether the shop may come in, which every call asks for, in the other.
    const isShut = away.has("stateStore") || away.has("eventStore");
    const cannotShow = isShut || away.has("readStore");
    const found: [Trouble, boolean][] = [
      ["saving", isShut],
      ["showing", cannotShow],
      ["newest", !cannotShow && lists.isBehind()],
      ["reports", isShut || messages.isBehind()],
    ];
    return found.flatMap(([trouble, is]) => (is ? [trouble] : []));
  };
};
