import { setTimeout as sleep } from "node:timers/promises";
import { behindAfter, lowRoom } from "#domain/console/signs.ts";
import type { ConsoleMeasure } from "#domain/wire/support/console-signs.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";
import { createFollowed } from "../events/followed.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

const every = 5_000;

export type MeasuresOptions = {
  eventStore: Pick<EventStore, "headPosition">;
  readModels: Pick<ServedReadModels, "hasSeen">;
  /** Read models, by name. */
  names: readonly string[];
  /** Tells if a position has reached the broker; undefined without a relay. */
  isRelayedTo: ((position: Position) => Promise<boolean>) | undefined;
  /** Free bytes, by folder name. */
  disks: Readonly<Record<string, () => Promise<number>>>;
  clock: Clock;
  signal: AbortSignal;
  every?: number;
};

export type Measures = {
  /** Results of the last check. */
  read(): readonly ConsoleMeasure[];
  look(): Promise<void>;
};

const seconds = (ms: number): string => (ms === 0 ? "up to date" : `${Math.round(ms / 1_000)} s behind`);
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB free`;

/**
 * Measures lag of read models and relay, and free disk space, every 5 s until the signal aborts. Positions cannot be
 * subtracted, so lag is a time: since this process first saw an unreached event. A failed check keeps the last result;
 * silent stores are reported elsewhere.
 */
export const watchMeasures = (options: MeasuresOptions): Measures => {
  const { eventStore, readModels, names, isRelayedTo, disks, clock, signal } = options;
  const now = () => clock.steady();
  const followers = [
    ...names.map((name) => ({
      what: "read model" as const,
      name,
      followed: createFollowed({ hasReached: (at) => readModels.hasSeen(name, at), now, late: behindAfter }),
    })),
    ...(isRelayedTo
      ? [
          {
            what: "relay" as const,
            name: "messages to Kafka",
            followed: createFollowed({ hasReached: isRelayedTo, now, late: behindAfter }),
          },
        ]
      : []),
  ];
  const low = new Map<string, string>();
  let found: readonly ConsoleMeasure[] = [];

  const ago = (ms: number): string => new Date(clock.wall().getTime() - ms).toISOString();
  const lagOf = ({ what, name, followed }: (typeof followers)[number]): ConsoleMeasure => {
    const ms = followed.behindFor();
    const state = ms > 0 ? "behind" : "well";
    return { id: `${what}:${name}`, what, name, state, since: ms > 0 ? ago(ms) : null, figure: seconds(ms) };
  };
  const roomOf = async ([name, free]: [string, () => Promise<number>]): Promise<ConsoleMeasure[]> => {
    const bytes = await free();
    if (bytes >= lowRoom) low.delete(name);
    else if (!low.has(name)) low.set(name, ago(0));
    const since = low.get(name) ?? null;
    const state = since === null ? "well" : "low";
    return [{ id: `disk:${name}`, what: "disk", name, state, since, figure: gigabytes(bytes) }];
  };
  const before = (id: string): ConsoleMeasure[] => found.filter((one) => one.id === id);

  const look = async (): Promise<void> => {
    const head = await eventStore.headPosition().catch(() => undefined);
    await Promise.allSettled(followers.map(({ followed }) => followed.look(head)));
    const rooms = await Promise.all(
      Object.entries(disks).map((disk) => roomOf(disk).catch(() => before(`disk:${disk[0]}`))),
    );
    found = [...followers.map(lagOf), ...rooms.flat()];
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await look();
      await sleep(options.every ?? every, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();
  return { read: () => found, look };
};
