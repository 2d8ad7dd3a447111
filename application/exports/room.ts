import { setImmediate as breathe } from "node:timers/promises";
import { type Refusal, refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { oneAfterAnother } from "../process/one-after-another.ts";
import { type Place, type PlacesOf, placesPrefixes } from "./places.ts";

/** Most exports of a shop that may wait (D-5), of those asked for by hand and of automated ones each. */
export const maxWaiting = 20;

export const noRoom: Refusal = refuse(
  "too-many",
  `${maxWaiting} reports are already waiting. Wait for one to finish, or cancel one.`,
);

/** ms after which a place whose export was never requested is free again: whoever took it died, or was refused. */
const requestedWithin = 60_000;

export type Room = {
  /** Takes a place for an export; false when there is none. The same export takes one place, however often it comes. */
  take(tenant: string, exportId: string): Promise<boolean>;
};

/**
 * The exports of each shop, by hand or automated, that were let in and have not ended, as one entry of the state store. A place is taken with
 * compare-and-set before the export is requested, so that requests of one moment do not count on the same place, in whichever web
 * process. Nobody gives a place back: what became of an export stands in its own stream, which is asked when the places run short.
 */
export const createRoom = (
  { state, runner, clock }: { state: StateStore; runner: Pick<CommandRunner, "load">; clock: Pick<Clock, "wall"> },
  placesOf: PlacesOf = "manual",
): Room => {
  type Asking = { exportId: string; answer: (taken: boolean) => void; fail: (error: unknown) => void };
  const asking = new Map<string, Asking[]>();
  // Spares requests of one process the losing against each other.
  const inTurn = oneAfterAnother();

  /** The places that are still held, and how many of them wait: what runs holds its place too, as it may be handed back. */
  const look = async (places: readonly Place[]): Promise<{ held: Place[]; waiting: number }> => {
    const now = clock.wall().getTime();
    const seen = await Promise.all(
      places.map(async (place) => {
        const { state: found } = await runner.load(exportDecider, place.exportId);
        const coming = found.status === "unknown" && Math.abs(now - Date.parse(place.since)) < requestedWithin;
        const held = coming || (found.status !== "unknown" && !hasEnded(found));
        return { place, held, waits: coming || found.status === "requested" };
      }),
    );
    return {
      held: seen.filter(({ held }) => held).map(({ place }) => place),
      waiting: seen.filter(({ waits }) => waits).length,
    };
  };

  /** Takes places for as many of them as there are, the first ones; answers which have one. */
  const tryToTake = async (tenant: string, exportIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const key = `${placesPrefixes[placesOf]}${tenant}`;
    for (;;) {
      const entry = await state.get<Place[]>(key);
      const places = entry?.value ?? [];
      const known = new Set(places.map(({ exportId }) => exportId));
      const fresh = [...new Set(exportIds)].filter((exportId) => !known.has(exportId));
      if (fresh.length === 0) return known;
      const { held, waiting } =
        places.length + fresh.length <= maxWaiting ? { held: places, waiting: places.length } : await look(places);
      const since = clock.wall().toISOString();
      const taken = fresh.slice(0, Math.max(0, maxWaiting - waiting)).map((exportId) => ({ exportId, since }));
      if (taken.length === 0) return known;
      if (await putIfUnchanged(state, key, [...held, ...taken], entry?.version ?? 0, tenant))
        return new Set([...known, ...taken.map(({ exportId }) => exportId)]);
    }
  };

  /** Those of a shop that ask in one turn of the event loop, and while others of it are at it, take theirs together. */
  const answerAll = async (tenant: string): Promise<void> => {
    await breathe();
    const all = asking.get(tenant) ?? [];
    asking.delete(tenant);
    try {
      const taken = await tryToTake(
        tenant,
        all.map(({ exportId }) => exportId),
      );
      for (const { exportId, answer } of all) answer(taken.has(exportId));
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };

  return {
    take: (tenant, exportId) =>
      new Promise((answer, fail) => {
        const others = asking.get(tenant);
        others?.push({ exportId, answer, fail });
        if (others) return;
        asking.set(tenant, [{ exportId, answer, fail }]);
        void inTurn(tenant, () => answerAll(tenant));
      }),
  };
};

const putIfUnchanged = async (
  state: StateStore,
  key: string,
  places: Place[],
  ifVersion: number,
  tenant: string,
): Promise<boolean> => {
  try {
    await state.put(key, places, { ifVersion, index: { tenant } });
    return true;
  } catch (error) {
    // Another process was faster.
    if (error instanceof StateConflict) return false;
    throw error;
  }
};
