import { expect } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { killOneAtEach, type Platform, type Scene, type Seen } from "./killed-on-and-on.ts";
import type { Place } from "./place.ts";

const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

/**
 * How three reports, one to each kind of receiver, are judged when processes were killed at each of some moments: nothing is lost, and nothing is
 * there twice. `at`: where, and then the same is done undisturbed in one folder, and every file must be the same.
 */
export const judgedKills = (at?: () => Promise<Place>) => {
  // The platform's address stands in files.
  let platform: Platform | undefined;
  const makesFiles = async (moments: readonly string[], scene: Scene): Promise<Seen> => {
    if (!at) return killOneAtEach(moments, scene);
    platform ??= { port: await freePort(), demoNow: new Date() };
    const undisturbed = await killOneAtEach([], scene, { platform });
    const seen = await killOneAtEach(moments, scene, { at, platform });
    expect(seen.hashes).toEqual(undisturbed.hashes);
    return seen;
  };
  return {
    see: async (moments: readonly string[], scene: Scene): Promise<Seen> => {
      const seen = await makesFiles(moments, scene);
      expect(seen.killed, "each failpoint was reached").toBe(moments.length);
      const runs = seen.runs.length / 3;
      expect(seen.ledgers).toEqual(times(3, scene.ledger));
      expect(seen.runs).toEqual(times(3 * runs, scene.run));
      // A deliverer that dies with one on its way sends the same mail again.
      expect(new Set(seen.alerts).size, "alerts").toBe(scene.alerts ?? 0);
      return seen;
    },
    /** That each receiver has so many files, each once. */
    expectArrived: ({ mails, calls, files, uploads }: Seen, count: number): void => {
      expect([mails.length, calls.length, files.length, uploads]).toEqual([count, count, count, count]);
      expect([new Set(mails).size, new Set(calls).size]).toEqual([count, count]);
    },
  };
};
