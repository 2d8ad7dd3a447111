import { dayMs, fileKeptDays } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { refuseUntil, stored } from "../admission/limits.ts";
import type { ApiErrorFields } from "../http/api-error.ts";
import { formatBytes, formatDuration } from "../text/format-quantities.ts";

/** Bytes of kept files by the hour of their making (hours since 1970). */
type Hours = Record<string, number>;

const hourMs = 3_600_000;
const keptMs = fileKeptDays.manual * dayMs;
const keyOf = (tenant: string): string => `files-kept:${tenant}`;
const toHour = (now: number): number => Math.floor(now / hourMs);
/** Expiry of the first file of an hour, ms since 1970. */
const expiresAt = (hour: number): number => hour * hourMs + keptMs;

const keptOf = (hours: Hours, now: number): [hour: number, bytes: number][] =>
  Object.entries(hours)
    .map(([hour, bytes]): [number, number] => [Number(hour), bytes])
    .filter(([hour]) => expiresAt(hour) > now)
    .sort(([one], [other]) => one - other);

const sum = (hours: readonly (readonly [number, number])[]): number => hours.reduce((all, [, bytes]) => all + bytes, 0);

const smaller = "Shorter date ranges and fewer columns make smaller files.";

/**
 * Counts bytes of each shop's report files in one small state entry (ADR 46). Approximate: files erased early count
 * until their expiry, and a lost state store starts again at zero.
 */
export type StorageQuota = {
  /** Adds a file's bytes. Call it after the file was made. */
  add(tenant: string, bytes: number): Promise<void>;
  /** Checks the quota. Undefined while the shop may have more files. `byHour`: also check the hourly limit. */
  check(tenant: string, options: { byHour: boolean }): Promise<ApiErrorFields | undefined>;
};

/** `maxBytes`: for all files of one shop. */
export const createStorageQuota = (
  stateStore: Pick<StateStore, "get" | "put">,
  clock: Pick<Clock, "now" | "wall">,
  maxBytes: number,
): StorageQuota => {
  const hourlyBytes = maxBytes / 4;

  return {
    async add(tenant, bytes) {
      for (;;) {
        const entry = await stateStore.get<Hours>(keyOf(tenant));
        const now = clock.now().getTime();
        const hours = Object.fromEntries(keptOf(entry?.value ?? {}, now));
        const hour = toHour(now);
        const next = { ...hours, [hour]: (hours[hour] ?? 0) + bytes };
        try {
          await stateStore.put(keyOf(tenant), next, {
            ifVersion: entry?.version ?? 0,
            index: { tenant },
            expiresAt: new Date(clock.wall().getTime() + keptMs + hourMs),
          });
          return;
        } catch (error) {
          if (!(error instanceof StateConflict)) throw error;
        }
      }
    },

    async check(tenant, { byHour }) {
      const entry = await stateStore.get<Hours>(keyOf(tenant));
      const now = clock.now().getTime();
      const bytesByHour = keptOf(entry?.value ?? {}, now);
      if (sum(bytesByHour) >= maxBytes) {
        const after = bytesByHour.findIndex((_, at) => sum(bytesByHour.slice(at + 1)) < maxBytes);
        const seconds = Math.ceil((expiresAt(bytesByHour[after]?.[0] ?? toHour(now)) - now) / 1_000);
        const when = `${formatDuration(seconds)}, when the oldest are gone. ${smaller}`;
        return refuseUntil(stored.files(formatBytes(maxBytes)), when, seconds);
      }
      const ofHour = bytesByHour.find(([hour]) => hour === toHour(now))?.[1] ?? 0;
      if (!byHour || ofHour < hourlyBytes) return undefined;
      const seconds = Math.ceil(((toHour(now) + 1) * hourMs - now) / 1_000);
      return refuseUntil(
        stored.filesOfHour(formatBytes(hourlyBytes)),
        `${formatDuration(seconds)}. ${smaller}`,
        seconds,
      );
    },
  };
};
