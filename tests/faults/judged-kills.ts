import { afterAll, expect } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createKillsInTurn, killOneAtEach, type Platform, type Scene, type Seen } from "./killed-on-and-on.ts";
import type { Place } from "./place.ts";

const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

/** Nothing is lost, and nothing is there twice: a process was killed at each of so many moments. */
const expectWhole = (seen: Seen, scene: Scene, killed: number): Seen => {
  expect(seen.killed, "each failpoint was reached").toBe(killed);
  const runs = seen.runs.length / 3;
  expect(seen.ledgers).toEqual(times(3, scene.ledger));
  expect(seen.runs).toEqual(times(3 * runs, scene.run));
  // A deliverer that dies with one on its way sends the same mail again.
  expect(new Set(seen.alerts).size, "alerts").toBe(scene.alerts ?? 0);
  return seen;
};

/** Expects `count` files at each receiver, each once. */
export const expectArrived = ({ mails, calls, files, uploads }: Seen, count: number): void => {
  expect([mails.length, calls.length, files.length, uploads]).toEqual([count, count, count, count]);
  expect([new Set(mails).size, new Set(calls).size]).toEqual([count, count]);
};

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
    see: async (moments: readonly string[], scene: Scene): Promise<Seen> =>
      expectWhole(await makesFiles(moments, scene), scene, moments.length),
  };
};

/** The same of one scene, with one death at a time while its processes run on. The moments are those of `it.each`. */
export const judgedKillsInTurn = (moments: readonly string[], scene: Scene) => {
  const kills = createKillsInTurn(moments, scene);
  afterAll(kills.close);
  return {
    see: async (moment: string): Promise<Seen> => expectWhole(await kills.see(moment), scene, 1),
  };
};
