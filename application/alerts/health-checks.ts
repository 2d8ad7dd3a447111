import { setTimeout as sleep } from "node:timers/promises";
import { behindAfter, lowDiskSpaceBytes } from "#domain/console/alerts.ts";
import type { ConsoleHealthCheck } from "#domain/wire/support/console-alerts.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";
import { createLagDetector } from "../events/lag-detector.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

const defaultInterval = 5_000;

export type HealthChecksOptions = {
  eventStore: Pick<EventStore, "headPosition">;
  readModels: Pick<ServedReadModels, "hasSeen">;
  names: readonly string[];
  /** True if the relay has published up to the position; undefined without a relay. */
  isRelayedTo: ((position: Position) => Promise<boolean>) | undefined;
  disks: Readonly<Record<string, () => Promise<number>>>;
  clock: Clock;
  signal: AbortSignal;
  intervalMs?: number;
};

export type HealthChecks = {
  read(): readonly ConsoleHealthCheck[];
  check(): Promise<void>;
};

const seconds = (ms: number): string => (ms === 0 ? "up to date" : `${Math.round(ms / 1_000)} s behind`);
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB free`;

/**
 * Measures lag of read models and relay, and free disk space, every 5 s until the signal aborts. Lag counts from the
 * first sight of an unreached event, as positions cannot be subtracted.
 */
export const watchHealthChecks = (options: HealthChecksOptions): HealthChecks => {
  const { eventStore, readModels, names, isRelayedTo, disks, clock, signal } = options;
  const now = () => clock.steady();
  const followers = [
    ...names.map((name) => ({
      what: "read model" as const,
      name,
      followed: createLagDetector({ hasReached: (at) => readModels.hasSeen(name, at), now, maxLag: behindAfter }),
    })),
    ...(isRelayedTo
      ? [
          {
            what: "relay" as const,
            name: "messages to Kafka",
            followed: createLagDetector({ hasReached: isRelayedTo, now, maxLag: behindAfter }),
          },
        ]
      : []),
  ];
  const low = new Map<string, string>();
  let checks: readonly ConsoleHealthCheck[] = [];

  const ago = (ms: number): string => new Date(clock.wall().getTime() - ms).toISOString();
  const lagOf = ({ what, name, followed }: (typeof followers)[number]): ConsoleHealthCheck => {
    const ms = followed.lag();
    const state = ms > 0 ? "behind" : "well";
    return { id: `${what}:${name}`, what, name, state, since: ms > 0 ? ago(ms) : null, figure: seconds(ms) };
  };
  const roomOf = async ([name, free]: [string, () => Promise<number>]): Promise<ConsoleHealthCheck[]> => {
    const bytes = await free();
    if (bytes >= lowDiskSpaceBytes) low.delete(name);
    else if (!low.has(name)) low.set(name, ago(0));
    const since = low.get(name) ?? null;
    const state = since === null ? "well" : "low";
    return [{ id: `disk:${name}`, what: "disk", name, state, since, figure: gigabytes(bytes) }];
  };
  const before = (id: string): ConsoleHealthCheck[] => checks.filter((one) => one.id === id);

  const checkAll = async (): Promise<void> => {
    const head = await eventStore.headPosition().catch(() => undefined);
    await Promise.allSettled(followers.map(({ followed }) => followed.check(head)));
    const rooms = await Promise.all(
      Object.entries(disks).map((disk) => roomOf(disk).catch(() => before(`disk:${disk[0]}`))),
    );
    checks = [...followers.map(lagOf), ...rooms.flat()];
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await checkAll();
      await sleep(options.intervalMs ?? defaultInterval, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();
  return { read: () => checks, check: checkAll };
};
