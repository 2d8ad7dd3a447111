import { expect, it } from "vitest";
import { maxExportsInEvent } from "#domain/privacy/events.ts";
import { aboutAnn, ann, privacyUpkeep } from "#tests/support/privacy-upkeep.ts";

const many = maxExportsInEvent + 2;

it("a customer in more files than one event can list is reported for all, even after an interruption", async () => {
  const test = privacyUpkeep();
  for (let n = 0; n < many; n += 1) await test.givenFile(`e${n}`, ann);
  await test.asks("p", "customer-erasure", aboutAnn);
  const { runner } = test.deps;
  const { execute } = runner;
  // The first end is not recorded, for whatever reason.
  let refused = 0;
  runner.execute = (decider, id, make, request) => {
    if (request.commandId === "carry-out:p" && refused === 0) {
      refused += 1;
      return Promise.reject(new Error("the event store is away"));
    }
    return execute(decider, id, make, request);
  };
  await test.work();
  expect([refused, await test.endOf("p")]).toEqual([1, undefined]);
  test.clock.advance(60_000);
  await test.work();
  const end = await test.endOf("p");
  expect(end?.counts).toMatchObject({ exports: many, files: many });
  expect(new Set(end?.exports.map(({ exportId }) => exportId)).size).toBe(many);
  expect(end?.exports).toHaveLength(many);
  expect(await test.eventTypes("privacy-p")).toEqual([
    "PrivacyRequestReceived",
    "PrivacyExportsNamed",
    "PrivacyRequestCarriedOut",
  ]);
});
