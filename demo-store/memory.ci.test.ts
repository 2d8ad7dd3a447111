import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { startTestClient } from "./testing/test-client.ts";

const mebibyte = 1024 * 1024;
const query =
  "{ orders(sortKey: CREATED_AT) { edges { node { id name email lineItems { edges { node { id title } } } } } } }";

/** MiB in use after a garbage collection. */
const inUse = (): number => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return (heap + external) / mebibyte;
};

it("a bulk operation of 12,000 orders keeps neither the orders nor its file in memory", async () => {
  const hand = await startTestClient({ pointsPerSecond: 1_000_000 });
  const runOf = async (shop: string): Promise<{ rootObjectCount: string }> => {
    const { access_token: token } = await hand.install(shop);
    const ask = async (text: string, variables: Record<string, string>) =>
      (await hand.ask(shop, token, text, variables)).body.data;
    const { bulkOperationRunQuery: begun } = await ask(
      "mutation ($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } } }",
      { query },
    );
    const look = "query ($id: ID!) { bulkOperation(id: $id) { status rootObjectCount } }";
    return until(
      `the operation of ${shop} has completed`,
      async () => {
        const { bulkOperation } = await ask(look, { id: begun.bulkOperation.id });
        return bulkOperation.status === "COMPLETED" && bulkOperation;
      },
      { within: 200_000, every: 200 },
    );
  };
  try {
    // Code and schema are loaded after this run.
    await runOf("aurora-demo");
    const before = inUse();
    expect(await runOf("borealis-demo")).toMatchObject({ rootObjectCount: "12000" });
    expect(inUse() - before).toBeLessThan(10);
  } finally {
    await hand.close();
  }
});
