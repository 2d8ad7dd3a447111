import { expect, it } from "vitest";
import { pictureCalled } from "#tests/support/pictures.ts";
import { PassingFault } from "./fetch-picture.ts";
import { createPatientSource } from "./patient-source.ts";
import type { PictureSource } from "./source.ts";

const picture = pictureCalled("p", 20);
const never = new AbortController().signal;
const at = (n: number, host = "cdn.example"): string => `https://${host}/${n}.png`;
const fault = (): never => {
  throw new PassingFault("HTTP 503");
};

/** A source over a clock that only pauses move; `give` is asked with the time in ms. */
const patiently = (give: (address: string, now: number) => ReturnType<PictureSource>, over = never) => {
  let now = 0;
  const asked: number[] = [];
  const source = createPatientSource(
    async (address) => {
      asked.push(now);
      return give(address, now);
    },
    {
      over,
      now: () => now,
      pause: async (ms) => {
        now += ms;
      },
    },
  );
  return { source, asked };
};

it("waits for a host that is down for some seconds", async () => {
  const { source, asked } = patiently(async (_address, now) => (now < 20_000 ? fault() : picture));
  expect(await source(at(1), never)).toBe(picture);
  expect(asked).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 23_500]);
});

it("gives a picture up whose host is down for longer", async () => {
  const { source, asked } = patiently(async () => fault());
  expect(await source(at(1), never)).toBeUndefined();
  expect(asked.at(-1)).toBeLessThan(60_000);
});

it("gives a picture up after three tries while its host gives others", async () => {
  const { source, asked } = patiently(async (address) => {
    if (address === at(1)) return fault();
    return picture;
  });
  const broken = source(at(1), never);
  await source(at(2), never);
  await source(at(3, "other.example"), never);
  expect(await broken).toBeUndefined();
  expect(asked.length).toBeLessThanOrEqual(5);
});

it("does not take the pictures of another host for a sign that this one is up", async () => {
  const { source } = patiently(async (address, now) => (address === at(1) && now < 20_000 ? fault() : picture));
  const waiting = source(at(1), never);
  await source(at(2, "other.example"), never);
  expect(await waiting).toBe(picture);
});

it("does not try again what is no picture", async () => {
  const { source, asked } = patiently(async () => undefined);
  expect(await source(at(1), never)).toBeUndefined();
  expect(asked).toHaveLength(1);
});

it("tries no more once the file waits no longer, or the report is canceled", async () => {
  const { source, asked } = patiently(async () => fault(), AbortSignal.abort());
  expect(await source(at(1), never)).toBeUndefined();
  expect(asked).toHaveLength(1);
  await expect(source(at(1), AbortSignal.abort(new Error("canceled")))).rejects.toThrow("canceled");
});
