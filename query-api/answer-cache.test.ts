import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createSharedReadings } from "./live/shared-reading.ts";
import { createRequestCache } from "./request-cache.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const steady = () => performance.now();
const goodFor = 50;
const room = { weigh: () => 1, atMost: 1_000 };
const never = new AbortController().signal;
type Ask = (key: string, orders: object) => Promise<object>;

const caches: [string, () => Ask][] = [
  [
    "an answer",
    () => {
      const recent = createRequestCache<object>(steady, goodFor, room);
      return (key, orders) => recent(key, never, async () => orders);
    },
  ],
  [
    "a reading that was shared",
    () => {
      const readings = createSharedReadings<object>({
        steady,
        room,
        abandonAfter: 60_000,
        maxReadingTime: 60_000,
        goodFor,
      });
      const serves = (_answer: object, age: number) => age < goodFor;
      return (key, orders) =>
        readings.read({ owner: key, key, mustReload: false, serves, signal: never, read: async () => orders });
    },
  ],
];

it.each(caches)(
  "%s removes personal data from memory when it expires, even without another request",
  async (_, create) => {
    const ask = create();
    const put = async (key: string) => {
      const orders = { of: "ann@example.com" };
      await ask(key, orders);
      return new WeakRef(orders);
    };
    const held = [await put("a"), await put("b")];
    const left = () => {
      collectGarbage();
      return held.filter((one) => one.deref() !== undefined).length;
    };
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
    // Later answers expire too.
    held.push(await put("a"));
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
    // The cache itself is still there.
    expect(await ask("c", held)).toBe(held);
  },
);
