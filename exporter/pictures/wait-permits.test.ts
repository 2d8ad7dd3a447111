import { expect, it } from "vitest";
import { createWaitPermits } from "./wait-permits.ts";

it("an exporter gives no more permits to wait than it has", () => {
  const forFile = createWaitPermits(2);
  const [one, two, three] = [forFile(), forFile(), forFile()];
  expect([one.acquire(), two.acquire(), three.acquire(), one.acquire()]).toEqual([true, true, false, true]);
  one.release();
  one.release();
  expect([three.acquire(), one.acquire()]).toEqual([true, false]);
});
