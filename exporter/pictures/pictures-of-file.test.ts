import { describe, expect, it } from "vitest";
import { pictureCalled } from "#tests/support/pictures.ts";
import { TemporaryFault } from "./fetch-picture.ts";
import { pictureLimits } from "./picture-limits.ts";
import { createPicturesOfFile } from "./pictures-of-file.ts";

const at = (n: number): string => `https://cdn.example/${n}.png`;
const addresses = (count: number): string[] => Array.from({ length: count }, (_, n) => at(n));
const numberIn = (address: string): number => Number(/(\d+)\.png/.exec(address)?.[1]);
/** All of the same size. */
const drawn = Array.from({ length: 12 }, (_, n) => pictureCalled(`p${n}`, 20));
const size = Math.max(...drawn.map(({ bytes }) => bytes.byteLength));

/** Each address has the picture of its number. `take`: turns of the event loop until its response. */
const files = (bounds: Partial<typeof pictureLimits> = {}, take: (n: number) => number = () => 0) => {
  const asked: number[] = [];
  let now = 0;
  let most = 0;
  const pictures = createPicturesOfFile({
    source: async (address) => {
      const n = numberIn(address);
      asked.push(n);
      most = Math.max(most, ++now);
      for (let turn = take(n); turn >= 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return drawn[n];
    },
    bounds: { ...pictureLimits, ...bounds },
    signal: new AbortController().signal,
  });
  return { pictures, asked, mostAtOnce: () => most };
};
const shownOf = (pictures: ReturnType<typeof files>["pictures"], list: string[]): number[] =>
  list.filter((address) => pictures.show(address) !== undefined).map(numberIn);

describe("a file's images", () => {
  it("are fetched once each, up to the concurrency limit", async () => {
    const { pictures, asked, mostAtOnce } = files({ maxConcurrent: 3 }, (n) => n % 4);
    await pictures.fetch([...addresses(6), ...addresses(6)]);
    await pictures.fetch(addresses(8));
    expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(mostAtOnce()).toBe(3);
  });

  it("are the same in any order of arrival if there are too many", async () => {
    const slowFirst = files({ maxDistinct: 4, maxConcurrent: 6 }, (n) => 10 - n);
    const slowLast = files({ maxDistinct: 4, maxConcurrent: 2 }, (n) => n);
    for (const { pictures } of [slowFirst, slowLast]) await pictures.fetch(addresses(9));
    expect(shownOf(slowFirst.pictures, addresses(9))).toEqual([0, 1, 2, 3]);
    expect(shownOf(slowLast.pictures, addresses(9))).toEqual([0, 1, 2, 3]);
    expect(slowFirst.pictures.summary()).toEqual(slowLast.pictures.summary());
    expect(slowFirst.pictures.summary()).toMatchObject({ failed: 0, beyond: 5 });
  });

  it("have a total size limit, beyond which none are fetched", async () => {
    const { pictures, asked } = files({ maxBytes: 3 * size, maxConcurrent: 1 });
    await pictures.fetch(addresses(6));
    await pictures.fetch(addresses(12));
    expect(asked.length).toBeLessThan(6);
    expect(shownOf(pictures, addresses(12)).length).toBeGreaterThanOrEqual(3);
    expect(pictures.summary()?.beyond).toBe(12 - shownOf(pictures, addresses(12)).length);
  });

  it("are shown up to the limit of places", async () => {
    const { pictures } = files({ maxShown: 3 });
    await pictures.fetch(addresses(2));
    expect(shownOf(pictures, [at(0), at(1), at(0), at(0), at(1)])).toEqual([0, 1, 0]);
    expect(pictures.summary()).toMatchObject({ failed: 0, beyond: 2 });
  });

  it("are given up if their host asks for a longer pause than it has, and no others are requested", async () => {
    const pictures = createPicturesOfFile({
      source: () => Promise.reject(new TemporaryFault("HTTP 503", { retryAfter: 3_600_000 })),
      bounds: { ...pictureLimits, maxConcurrent: 2 },
      signal: new AbortController().signal,
    });
    await pictures.fetch(addresses(5));
    expect(pictures.summary()).toMatchObject({ failed: 5, beyond: 0 });
  });

  it("stay within the size limit while they wait for a late one", async () => {
    const first = Promise.withResolvers<void>();
    const asked: number[] = [];
    const pictures = createPicturesOfFile({
      source: async (address) => {
        const n = numberIn(address);
        asked.push(n);
        if (n === 0) await first.promise;
        return drawn[n];
      },
      bounds: { ...pictureLimits, maxBytes: 3 * size, maxConcurrent: 2 },
      signal: new AbortController().signal,
    });
    const fetched = pictures.fetch(addresses(12));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(7);
    first.resolve();
    await fetched;
    expect(shownOf(pictures, addresses(12)).slice(0, 3)).toEqual([0, 1, 2]);
  });

  it("count as failed if they can't be fetched, and forbidden addresses are never requested", async () => {
    const { pictures, asked } = files();
    await pictures.fetch([at(0), at(99), "javascript:alert(1)", "mailto:a@example.com", "no address", ""]);
    expect(asked).toEqual([0, 99]);
    expect(pictures.summary()).toMatchObject({ failed: 5, beyond: 0 });
  });

  it("have another hash if one changes or is missing", async () => {
    const hashes = new Set<string | undefined>();
    for (const list of [[at(0)], [at(1)], [at(99)], [at(0), at(1)]]) {
      const { pictures } = files();
      await pictures.fetch(list);
      hashes.add(pictures.summary()?.hash);
    }
    expect(hashes.size).toBe(4);
    expect(files().pictures.summary()).toBeUndefined();
  });

  it("have the same hash if rows are in another order", async () => {
    const list = [at(0), at(99), at(1), "no address", at(2)];
    const [one, other] = [files(), files()];
    await one.pictures.fetch(list);
    await other.pictures.fetch(list.toReversed());
    expect(other.pictures.summary()).toEqual(one.pictures.summary());
  });
});
