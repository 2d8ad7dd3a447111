import { describe, expect, it } from "vitest";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { randomFrom } from "#tests/faults/random-load.ts";
import { adapters, done, label, request, shelfDecider, useShelf } from "#tests/support/shelf.ts";

describe.each(Object.entries(adapters))("the places of named commands, on the %s store", (_name, open) => {
  const shelf = useShelf(open);
  const { runner } = shelf;
  const labels = (count: number) => label(...Array.from({ length: count }, () => "x"));
  const named = (n: number) => request({ commandId: `c-${n}` });

  it("are noted of fifty at a time, each once", async () => {
    const noted: string[] = [];
    const stateStore: StateStore = {
      ...shelf.stores.stateStore,
      put: (key, ...entry) => {
        if (key.startsWith("command:")) noted.push(key);
        return shelf.stores.stateStore.put(key, ...entry);
      },
    };
    const one = runner({ stateStore });
    const after: number[] = [];
    for (let n = 0; n < 160; n += 1) {
      await one.execute(shelfDecider, "1", label("a"), named(n));
      after.push(noted.length);
    }
    expect([48, 49, 98, 99, 148, 149, 159].map((n) => after[n])).toEqual([0, 49, 49, 99, 99, 149, 149]);
    expect(new Set(noted).size).toBe(149);
  });

  /** A process killed after each append, before it can do anything else. */
  const dying = (): EventStore => ({
    ...shelf.stores.eventStore,
    appendToStream: async (...append) => {
      await shelf.stores.eventStore.appendToStream(...append);
      throw new Error("killed");
    },
  });

  // Includes notes prevented by a kill: the next process writes them before it goes on.
  it("are known for every command of a day, after any kills of processes, in appends of any length", async () => {
    for (const seed of [1, 2]) {
      const random = randomFrom(seed);
      const upTo = (most: number) => Math.floor(random() * most);
      const stream = String(seed);
      const warm = [runner(), runner()];
      const places: number[] = [];
      let version = -1;
      for (let n = 0; version < 1_500; n += 1) {
        const count = 1 + upTo([3, 3, 60, 130][upTo(4)] ?? 1);
        const turn = upTo(4);
        const killed = turn === 3;
        const one = killed ? runner({ eventStore: dying() }) : (warm[turn] ?? runner());
        const ending = one.execute(shelfDecider, stream, labels(count), named(n));
        if (killed) await expect(ending).rejects.toThrow("killed");
        else expect(done(await ending)).toMatchObject({ version: version + count, repeated: false });
        version += count;
        places.push(version);
        const earlier = upTo(n + 1);
        const again = await (warm[upTo(3)] ?? runner()).execute(shelfDecider, stream, label("twice"), named(earlier));
        expect(done(again), `${seed}: ${earlier} of ${n}`).toMatchObject({ version: places[earlier], repeated: true });
      }
      const last = runner();
      for (const [n, place] of places.entries())
        expect(done(await last.execute(shelfDecider, stream, label("twice"), named(n))), `${seed}: ${n}`).toMatchObject(
          {
            version: place,
            repeated: true,
          },
        );
      expect((await last.load(shelfDecider, stream)).version).toBe(version);
    }
  });
});
