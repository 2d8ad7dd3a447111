import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import { randomFrom } from "#tests/faults/random-load.ts";
import { adapters, clear, label, once, request, shelfDecider, useShelf } from "#tests/support/shelf.ts";

/** A process of varying speed: each call waits before and after it is carried out. */
const atItsPace = <T extends object>(port: T, wait: () => Promise<void>): T =>
  new Proxy(port, {
    get: (target, key) => {
      const found = Reflect.get(target, key);
      if (typeof found !== "function") return found;
      return async (...given: unknown[]) => {
        await wait();
        try {
          return await found.apply(target, given);
        } finally {
          await wait();
        }
      };
    },
  });

describe.each(Object.entries(adapters))(
  "one command sent to several processes at the same time, on the %s store",
  (name, open) => {
    const shelf = useShelf(open);

    it("takes effect at most once, and all results with events are the same", { timeout: 60_000 }, async () => {
      const random = randomFrom(62);
      const upTo = (most: number) => Math.floor(random() * most);
      const wait = async () => {
        for (let left = upTo(4) === 0 ? upTo(12) : 0; left > 0; left -= 1) await yieldToEventLoop();
      };
      const processes = Array.from({ length: 4 }, () =>
        shelf.runner({
          eventStore: atItsPace(shelf.stores.eventStore, wait),
          stateStore: atItsPace(shelf.stores.stateStore, wait),
        }),
      );
      const rounds = name === "sqlite" ? 300 : 1_500;
      const ways = { once: once("one", 1), clear, label: label("two") };
      let withEvents = 0;
      for (let round = 0; round < rounds; round += 1) {
        const stream = String(upTo(5) + Math.floor(round / 20) * 5);
        const asked = (["once", "clear", upTo(2) ? "once" : "label", "clear"] as const).flatMap((way, n) =>
          processes.flatMap((process) => (upTo(3) === 0 ? [] : [{ process, way, commandId: `${round}-${n}` }])),
        );
        const answerTo = async ({ process, way, commandId }: (typeof asked)[number]) => {
          const answer = await process.execute(shelfDecider, stream, ways[way], request({ commandId }));
          const left = isRefusal(answer) || answer.events.length === 0 ? undefined : answer;
          return {
            commandId,
            repeated: left?.repeated,
            left: left && `${left.version}: ${JSON.stringify(left.events)}`,
          };
        };
        const answers = await Promise.all(asked.map(answerTo));
        const later = shelf.runner();
        for (const one of asked) answers.push(await answerTo({ ...one, process: later }));
        for (const { commandId } of asked) {
          const own = answers.filter((answer) => answer.commandId === commandId && answer.left !== undefined);
          expect(new Set(own.map(({ left }) => left)).size, `${commandId} of ${stream}`).toBeLessThanOrEqual(1);
          // The events are there, so a repeat that comes later gets them.
          if (own.length > 0) expect(answers.findLast((answer) => answer.commandId === commandId)?.left).toBeDefined();
          withEvents += own.length > 0 ? 1 : 0;
        }
        const stored = await shelf.stores.eventStore.readStream(`shelf-${stream}`, { limit: 500 });
        expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
      }
      expect(withEvents).toBeGreaterThan(rounds);
    });
  },
);
