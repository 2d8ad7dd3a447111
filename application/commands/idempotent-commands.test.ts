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
  "one command at several processes at one moment, on the %s store",
  (name, open) => {
    const shelf = useShelf(open);

    it("has one answer, whatever else happens to its stream in the meantime", { timeout: 60_000 }, async () => {
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
      let refused = 0;
      for (let round = 0; round < rounds; round += 1) {
        const stream = String(upTo(5) + Math.floor(round / 20) * 5);
        const asked = (["once", "clear", upTo(2) ? "once" : "label", "clear"] as const).flatMap((way, n) =>
          processes.flatMap((process) => (upTo(3) === 0 ? [] : [{ process, way, commandId: `${round}-${n}` }])),
        );
        const answerTo = async ({ process, way, commandId }: Omit<(typeof asked)[number], "n">) => {
          const answer = await process.execute(shelfDecider, stream, ways[way], request({ commandId }));
          return {
            commandId,
            said: isRefusal(answer) ? "refused" : `${answer.version}, ${answer.events.length} events`,
          };
        };
        const answers = await Promise.all(asked.map(answerTo));
        const later = shelf.runner();
        for (const one of asked) answers.push(await answerTo({ ...one, process: later }));
        for (const { commandId } of asked) {
          const said = answers.filter((answer) => answer.commandId === commandId).map((answer) => answer.said);
          expect([...new Set(said)], `${commandId} of ${stream}`).toHaveLength(1);
          refused += said[0] === "refused" ? 1 : 0;
        }
      }
      expect(refused).toBeGreaterThan(rounds / 20);
    });
  },
);
