import { assertFileKey } from "../ports/stores/file-keys.ts";
import type { Scratch, ScratchRun } from "../ports/stores/scratch.ts";
import { createSeededRandom, delayRandomly } from "./irregularity.ts";

type StoredSpool = { madeAt: Date; runs: Set<{ records: string[] }> };

/** Creates scratch storage that lives as long as the object; it gives a few records at a time. */
export const createMemoryScratch = (wall: () => Date = () => new Date()): Scratch => {
  const dice = createSeededRandom();
  const all = new Map<string, StoredSpool>();
  return {
    open(name) {
      assertFileKey(name);
      let own: StoredSpool | undefined;
      let bytes = 0;
      return {
        async begin() {
          await delayRandomly(dice);
          own ??= { madeAt: wall(), runs: new Set() };
          const { runs } = own;
          if (runs.size === 0) all.set(name, own);
          const run = { records: [] as string[] };
          runs.add(run);
          const assertThere = (): void => {
            if (!runs.has(run) || all.get(name)?.runs !== runs) throw new Error(`A run of ${name} was removed.`);
          };
          return {
            append(record) {
              assertThere();
              run.records.push(record);
              bytes += record.length;
            },
            async end(): Promise<ScratchRun> {
              await delayRandomly(dice);
              assertThere();
              return {
                async *read() {
                  for (let at = 0; at < run.records.length; at += 3) {
                    await delayRandomly(dice);
                    assertThere();
                    yield run.records.slice(at, at + 3);
                  }
                },
                async remove() {
                  if (runs.delete(run)) bytes -= run.records.reduce((sum, { length }) => sum + length, 0);
                },
              };
            },
          };
        },
        bytes: () => bytes,
        async remove() {
          bytes = 0;
          if (own !== undefined && all.get(name) === own) all.delete(name);
        },
      };
    },
    async list() {
      return [...all].map(([name, { madeAt }]) => ({ name, modifiedAt: madeAt }));
    },
    async remove(name) {
      assertFileKey(name);
      return all.delete(name);
    },
  };
};
