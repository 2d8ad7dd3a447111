import { afterEach, describe, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { createTaking, givenGroup } from "./group.ts";
import { createEnding, kafka } from "./support.ts";

const open = createEnding();
const given = givenGroup(open);
afterEach(() => open.endAll());

describe.skipIf(!kafka?.proxied)("A Kafka consumer group with a breaking connection", () => {
  it.each(["refused", "silent"] as const)(
    "reports that Kafka is %s for a while, and then receives everything in order",
    async (kind) => {
      const proxy = await open.proxy();
      const { happen, bus } = given(proxy.host);
      const { taken, tooEarly, take } = createTaking();
      const said: string[] = [];
      const say = (_: object, message: string) => void said.push(message);
      const hearing = bus({ log: { warn: say, info: say } });
      open.member(hearing, take);
      await happen(2);
      await until("it receives events", () => taken.size === 8);
      await proxy.set({ kind });
      await happen(30);
      await until("it is reported", () => hearing.troubles().length > 0);
      expect(hearing.troubles()).toEqual([expect.stringMatching(/^Kafka at 127\.0\.0\.1:\d+ does not answer \(/)]);
      await proxy.set({ kind: "none" });
      await until("all events are processed", () => taken.size === 128, { within: 60_000 });
      expect(tooEarly).toEqual([]);
      expect(hearing.troubles()).toEqual([]);
      expect(said[0]).toMatch(/delivers no events/);
      expect(said.at(-1)).toMatch(/delivers events again/);
    },
  );

  it("receives everything in order despite repeated breaks", async () => {
    const proxy = await open.proxy();
    const { happen, bus } = given(proxy.host);
    const { taken, tooEarly, take } = createTaking();
    open.member(bus(), take);
    for (let round = 1; round <= 8; round += 1) {
      await happen(3);
      proxy.cut();
      await until("the events are processed", () => taken.size >= 12 * round - 6, { within: 60_000 });
    }
    await until("all events are processed", () => taken.size === 96, { within: 60_000 });
    expect(tooEarly).toEqual([]);
  });

  it("stops when asked to, even if Kafka is silent", async () => {
    const proxy = await open.proxy();
    const { happen, bus } = given(proxy.host);
    const { taken, take } = createTaking();
    const { stop } = open.member(bus(), take);
    await happen(1);
    await until("it receives events", () => taken.size === 4);
    await proxy.set({ kind: "silent" });
    await stop();
  });
});
