import { expect, it } from "vitest";
import { personalPrefix } from "#domain/filters/personal.ts";
import { maxErasedReferences } from "#domain/privacy/events.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { carryOutForCustomer } from "./carry-out-for-customer.ts";

const tenant = "7a9f0b6e-0000-4000-8000-000000000001";

/**
 * Carries out an erasure that finds this many values of the customer. Returns its end, the erased values, and the log.
 */
const erased = async (count: number) => {
  const { deps, lines } = upkeepForTests();
  const gone = new Set<string>();
  deps.vault.findMatching = async (_tenant, prefix) =>
    prefix === personalPrefix ? Array.from({ length: count }, (_, n) => `${personalPrefix}${n}`) : [];
  deps.vault.erase = async (reference) => {
    gone.add(reference);
    return true;
  };
  const end = await carryOutForCustomer(
    deps,
    {
      privacyId: "p1",
      tenant,
      position: "1",
      correlation: "c",
      causation: "c",
      request: {
        kind: "customer-erasure",
        tenant,
        shop: "aurora-demo",
        customer: null,
        webhookId: "w1",
        orders: 0,
        subjectRef: "ref",
        receivedAt: "2026-11-20T12:00:00.000Z",
      },
      subject: { customerId: null, email: "ann@example.com", orders: [] },
    },
    new AbortController().signal,
  );
  return { end, gone: gone.size, said: lines.filter((line) => line.includes("can name")) };
};

it("all values of a customer are erased and counted, with a warning if not all can be listed", async () => {
  const many = await erased(maxErasedReferences + 1);
  expect([many.gone, many.end?.counts.values, many.end?.erased?.length]).toEqual([10_001, 10_001, 10_000]);
  expect(many.said).toEqual([expect.stringContaining('"erased":10001,"named":10000')]);
  const fewer = await erased(maxErasedReferences);
  expect([fewer.end?.erased?.length, fewer.said]).toEqual([10_000, []]);
});
