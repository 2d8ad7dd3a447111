import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pictureCalled } from "#tests/support/pictures.ts";
import { TemporaryFault } from "./fetch-picture.ts";
import { pictureLimits } from "./picture-limits.ts";
import { createPicturesOfFile } from "./pictures-of-file.ts";
import { createWaitPermits, type WaitPermit } from "./wait-permits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const picture = pictureCalled("p", 20);
/** Latency of hosts, in ms of the fake clock. */
const latency = { usual: 20, late: 5_000 };
const rowsAtOnce = 50;
const never = new AbortController().signal;

type Asked = { address: string; n: number; at: number; tries: number };
/** `slow`: no response in time. `late`: a picture at the last moment. */
type Answer = "picture" | "none" | "slow" | "late" | TemporaryFault;
const fault = new TemporaryFault("HTTP 503");
/** Resolves when the fake clock has moved on by the latency. */
const answeredAfter = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Fetches pictures as a report does, in fake time. Returns the requests, and the duration in ms. */
const fetchAll = async (
  addresses: string[],
  answer: (asked: Asked) => Answer,
  {
    signal = never,
    waitPermit,
    latencyMs = latency.usual,
  }: { signal?: AbortSignal; waitPermit?: WaitPermit; latencyMs?: number } = {},
) => {
  const begun = performance.now();
  const asked: Asked[] = [];
  const tries = new Map<string, number>();
  let slow = 0;
  let mostSlow = 0;
  const pictures = createPicturesOfFile({
    source: async (address) => {
      const n = Number(/(\d+)\.png/.exec(address)?.[1]);
      const one = { address, n, at: performance.now() - begun, tries: (tries.get(address) ?? 0) + 1 };
      tries.set(address, one.tries);
      asked.push(one);
      const given = answer(one);
      if (given === "slow") {
        mostSlow = Math.max(mostSlow, ++slow);
        await answeredAfter(latency.late);
        slow -= 1;
        throw fault;
      }
      await answeredAfter(given === "late" ? latency.late : latencyMs);
      if (given instanceof TemporaryFault) throw given;
      return given === "none" ? undefined : picture;
    },
    bounds: pictureLimits,
    waitPermit,
    signal,
  });
  let failure: unknown;
  let isDone = false;
  const whole = async () => {
    for (let at = 0; at < addresses.length; at += rowsAtOnce)
      await pictures.fetch(addresses.slice(at, at + rowsAtOnce));
  };
  void whole()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isDone = true;
    });
  while (!isDone) await vi.advanceTimersByTimeAsync(100);
  if (failure) throw failure;
  const missing = (host: string) => addresses.filter((one) => one.includes(host) && !pictures.has(one)).length;
  return { asked, missing, mostSlow, took: performance.now() - begun, told: pictures.summary() };
};
/** Addresses of pictures, each `every`-th at a host that is down. */
const mixed = (count: number, every: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://${n % every === 0 ? "down" : "up"}.example/${n}.png`);
const of = (count: number): string[] => Array.from({ length: count }, (_, n) => `https://up.example/${n}.png`);
const isDown = ({ address }: Asked): boolean => address.includes("down");

it.each([
  [300, 100],
  [400, 20],
  [200, 4],
])(
  "no image of the healthy host is missing among %i, one in %i of them on a host that is down",
  async (count, every) => {
    const { missing, took } = await fetchAll(mixed(count, every), (one) => (isDown(one) ? fault : "picture"));
    expect(missing("up")).toBe(0);
    expect(missing("down")).toBe(count / every);
    // The file waits for it once.
    expect(took).toBeLessThan(pictureLimits.patienceMs);
  },
);

it.each<[string, Answer]>([
  ["that never answers", "slow"],
  ["that answers 500", new TemporaryFault("HTTP 500")],
  ["that answers 503 with Retry-After: 3600", new TemporaryFault("HTTP 503", { retryAfter: 3_600_000 })],
  [
    "that answers 429 with Retry-After: 3600",
    new TemporaryFault("HTTP 429", { isTooMany: true, retryAfter: 3_600_000 }),
  ],
])("an image %s costs its host no other image", async (_which, given) => {
  const { missing, took } = await fetchAll(of(800), ({ n }) => (n === 7 ? given : "picture"));
  expect(missing("up")).toBe(1);
  // After a 429 its host gets 10 requests a second.
  expect(took).toBeLessThan(120_000);
});

it("a failing host that asks for no pause gets the usual ones", async () => {
  const { asked } = await fetchAll(of(100), () => new TemporaryFault("HTTP 503", { retryAfter: 0 }));
  expect(asked.length).toBeLessThan(150);
});

it("a silent host costs no image of the healthy one, and soon gets few requests", async () => {
  const { missing, asked, took } = await fetchAll(mixed(400, 4), (one) => (isDown(one) ? "slow" : "picture"));
  expect(missing("up")).toBe(0);
  expect(took).toBeLessThan(pictureLimits.maxWaitMs);
  expect(asked.filter(isDown).length).toBeLessThan(40);
});

it("a slow host costs no image of the healthy one, and doesn't delay its first images", async () => {
  const { missing, asked, took } = await fetchAll(mixed(800, 2), (one) => (isDown(one) ? "late" : "picture"));
  expect(missing("up")).toBe(0);
  expect(missing("down")).toBeGreaterThan(0);
  expect(took).toBeLessThan(pictureLimits.maxWaitMs);
  const firstRows = asked.filter(({ address, n }) => n < rowsAtOnce && address.includes("up"));
  expect(Math.max(...firstRows.map(({ at }) => at))).toBeLessThan(latency.late + 1_000);
});

it("a host that keeps refusing too many requests costs no image of the healthy one", async () => {
  let last = Number.NEGATIVE_INFINITY;
  const { missing, took } = await fetchAll(mixed(600, 2), (one) => {
    if (!isDown(one)) return "picture";
    if (one.at - last < 2_000) return new TemporaryFault("HTTP 429", { isTooMany: true });
    last = one.at;
    return "picture";
  });
  expect(missing("up")).toBe(0);
  expect(missing("down")).toBeGreaterThan(0);
  expect(took).toBeLessThan(pictureLimits.maxWaitMs);
});

it("a host that stays down leaves enough time for another that is down for 30 s", async () => {
  const dead = Array.from({ length: rowsAtOnce }, (_, n) => `https://down.example/${n}.png`);
  let since: number | undefined;
  const { missing } = await fetchAll([...dead, ...of(rowsAtOnce)], (one) => {
    if (isDown(one)) return fault;
    since ??= one.at;
    return one.at - since < 30_000 ? fault : "picture";
  });
  expect(missing("down")).toBe(rowsAtOnce);
  expect(missing("up")).toBe(0);
});

it("three hosts that are down in turn leave enough time for a healthy one", async () => {
  const dead = [1, 2, 3].flatMap((host) =>
    Array.from({ length: rowsAtOnce }, (_, n) => `https://down${host}.example/${n}.png`),
  );
  const { missing, took } = await fetchAll([...dead, ...of(200)], (one) => (isDown(one) ? fault : "picture"));
  expect(missing("up")).toBe(0);
  expect(took).toBeLessThan(pictureLimits.maxWaitMs);
});

it.each([6, 8, 16])("%i silent hosts in turn leave enough time for a healthy one", async (silent) => {
  const hosts = [...Array.from({ length: silent }, (_, host) => `down${host}`), "up"];
  const all = hosts.flatMap((host) => Array.from({ length: rowsAtOnce }, (_, n) => `https://${host}.example/${n}.png`));
  const { missing, took } = await fetchAll(all, (one) => (isDown(one) ? "slow" : "picture"));
  expect(missing("up")).toBe(0);
  expect(took).toBeLessThanOrEqual(pictureLimits.maxWaitMs);
});

it("images of a healthy host are fetched while those of a failing one wait", async () => {
  const { asked } = await fetchAll(mixed(50, 10), (one) => (isDown(one) ? fault : "picture"));
  const lastOfHealthy = Math.max(...asked.filter((one) => !isDown(one)).map(({ at }) => at));
  expect(lastOfHealthy).toBeLessThan(1_000);
});

it("a host that is down for 50 s costs no image", async () => {
  const { told, took } = await fetchAll(of(100), ({ at }) => (at < 50_000 ? fault : "picture"));
  expect(told).toMatchObject({ failed: 0, beyond: 0 });
  expect(took).toBeLessThan(60_000);
});

it("a host that fails half of the requests costs no image", async () => {
  // The same random draws every time, from a Lehmer generator.
  let drawn = 7;
  const isTails = () => {
    drawn = (drawn * 48_271) % (2 ** 31 - 1);
    return drawn % 1_000 < 500;
  };
  const { told, took } = await fetchAll(of(300), () => (isTails() ? fault : "picture"));
  expect(told).toMatchObject({ failed: 0, beyond: 0 });
  expect(took).toBeLessThan(pictureLimits.patienceMs);
});

it("a host that allows 5 images a second, with Retry-After, costs no image", async () => {
  let tokens = 5;
  let last = 0;
  const { told, asked } = await fetchAll(of(300), ({ at }) => {
    tokens = Math.min(5, tokens + ((at - last) / 1_000) * 5);
    last = at;
    if (tokens < 1) return new TemporaryFault("HTTP 429", { isTooMany: true, retryAfter: 2_000 });
    tokens -= 1;
    return "picture";
  });
  expect(told).toMatchObject({ failed: 0, beyond: 0 });
  // Requests slow down instead of being refused again and again.
  expect(asked.length).toBeLessThan(330);
});

it("no host is called before its Retry-After time", async () => {
  const { asked, told } = await fetchAll(of(20), ({ at }) =>
    at < 40_000 ? new TemporaryFault("HTTP 503", { retryAfter: 40_000 }) : "picture",
  );
  expect(told).toMatchObject({ failed: 0, beyond: 0 });
  expect(asked.filter(({ at }) => at > latency.usual && at < 40_000)).toEqual([]);
});

it("a host with a Retry-After time beyond the file's limit is given up at once", async () => {
  const { took, told } = await fetchAll(of(20), () => new TemporaryFault("HTTP 503", { retryAfter: 3_600_000 }));
  expect(told).toMatchObject({ failed: 20 });
  expect(took).toBeLessThan(1_000);
});

it("one broken image of a healthy host is given up before it delays the others for long", async () => {
  const { told, took, asked } = await fetchAll(of(200), ({ n }) => (n === 60 ? fault : "picture"));
  expect(told).toMatchObject({ failed: 1, beyond: 0 });
  expect(asked.filter(({ n }) => n === 60).length).toBeGreaterThan(8);
  expect(took).toBeLessThan(60_000);
});

it("a file that isn't an image is requested only once", async () => {
  const { asked, told } = await fetchAll(of(60), () => "none");
  expect(asked).toHaveLength(60);
  expect(told).toMatchObject({ failed: 60, beyond: 0 });
});

it("a report that is canceled doesn't wait for a failing host", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("canceled")), 10_000);
  const begun = performance.now();
  await expect(fetchAll(of(20), () => fault, { signal: stop.signal })).rejects.toThrow("canceled");
  expect(performance.now() - begun).toBeLessThan(11_000);
});

const inTurn = (hosts: readonly string[], each: number): string[] =>
  hosts.flatMap((host) => Array.from({ length: each }, (_, n) => `https://${host}.example/${n}.png`));
/** Pictures of hosts that are down, a different one in each row. */
const mixedAmong = (hosts: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://down${n % hosts}.example/${n}.png`);
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}${n}`);

it.each<[string, string[], Answer]>([
  ["a host that answers at the last moment", inTurn(["down"], 300), "late"],
  ["a silent host", inTurn(["down"], 400), "slow"],
  ["20 silent hosts", inTurn(numbered("down", 20), 10), "slow"],
  ["300 hosts that are down", inTurn(numbered("down", 300), 1), fault],
])("images of a healthy host come after those of %s", async (_which, first, given) => {
  const { missing } = await fetchAll([...first, ...of(100)], (one) => (isDown(one) ? given : "picture"));
  expect(missing("up")).toBe(0);
});

it.each<[string, string[], (asked: Asked) => Answer]>([
  ["400 silent hosts", inTurn(numbered("down", 400), 1), () => "slow"],
  ["8 slow hosts", inTurn(numbered("down", 8), 100), () => "late"],
  [
    "8 hosts that answer one request in six",
    mixedAmong(8, 400),
    ({ n, tries }) => ((n + tries) % 6 === 0 ? "picture" : fault),
  ],
  ["30 distant hosts that are down", mixedAmong(30, 400), () => fault],
])("a file with images of %s ends within its longest wait", async (_which, addresses, answer) => {
  const { took } = await fetchAll(addresses, answer, { latencyMs: 300 });
  expect(took).toBeLessThan(pictureLimits.maxWaitMs + latency.late + 1_000);
});

const noPermit = { waitPermit: createWaitPermits(0)() };

it.each<[string, string[], Answer]>([
  ["one silent host", mixed(400, 4), "slow"],
  ["one host that answers at the last moment", mixed(400, 4), "late"],
  ["one host that fails", mixed(400, 4), fault],
  ["many silent hosts", inTurn(numbered("down", 400), 1), "slow"],
])("without a permit to wait, a file with images of %s ends within 80 s", async (_which, addresses, given) => {
  const { missing, took } = await fetchAll(addresses, (one) => (isDown(one) ? given : "picture"), noPermit);
  expect(missing("up")).toBe(0);
  expect(missing("down")).toBeGreaterThan(0);
  expect(took).toBeLessThan(80_000);
});
