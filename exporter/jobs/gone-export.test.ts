import { describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const idOf = (number: number) => `gid://shopify/Order/${number}`;

/**
 * A report after one attempt. The store has #5000 to #4998. `change`: of #4999. `isDeleting`: deletes #4998 after the
 * first search.
 */
const made = async (input: Partial<FrozenInput>, { automated = false, change = {}, isDeleting = false } = {}) => {
  const orders = someOrders(3);
  Object.assign(orders[1] ?? {}, change);
  const exporter = exporterForTests(orders);
  exporter.platform.beforePage = () => {
    if (isDeleting) orders.splice(2, 1);
  };
  await exporter.request("e1", { fileType: FileType.Html, ...input }, { automated });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(JSON.stringify(state));
  return { file: state.file, text: await exporter.fileOf("e1.1.html") };
};

describe("a manual report of chosen orders", () => {
  it("counts those that the store no longer has, each once, in its result and in the file", async () => {
    const selectedOrderIds = ["5000", "70", idOf(70), "71"];
    const { file, text } = await made({ selectedOrderIds });
    expect(file).toMatchObject({ orders: 1, goneChosen: { gone: 2, of: 3 } });
    expect(text).toContain("2 of the 3 chosen orders are no longer in the store.");
  });

  it("says so even if none is left", async () => {
    const { file, text } = await made({ selectedOrderIds: ["70", "71"] });
    expect(file).toMatchObject({ orders: 0, goneChosen: { gone: 2, of: 2 } });
    expect(text).toContain("None of the 2 chosen orders is in the store any more.");
  });

  it("counts one that is deleted while the report is made", async () => {
    const { file } = await made({ selectedOrderIds: ["5000", "4999", "4998"] }, { isDeleting: true });
    expect(file).toMatchObject({ orders: 2, goneChosen: { gone: 1, of: 3 } });
  });

  it("doesn't count one that couldn't be read", async () => {
    for (const unread of [["lineItems"], ["createdAt"]]) {
      const { file } = await made({ selectedOrderIds: ["5000", "4999"] }, { change: { unread } });
      expect(file.unread).toMatchObject([{ name: "#4999" }]);
      expect(file).not.toHaveProperty("goneChosen");
    }
  });

  it("has no such note if the store has all of them", async () => {
    const { file, text } = await made({ selectedOrderIds: ["5000", "4999"] });
    expect(file).not.toHaveProperty("goneChosen");
    expect(text).not.toContain("in the store");
  });
});

describe("a report that carries orders", () => {
  const period: Partial<FrozenInput> = {
    filters: { range: 0, from: "2026-11-20T12:00:00Z", to: "2026-11-20T12:30:00Z" },
  };
  const carrying = (...numbers: number[]): Partial<FrozenInput> => ({
    ...period,
    carriedOrderIds: numbers.map(idOf),
    carriedNames: Object.fromEntries(numbers.map((number) => [idOf(number), `#${number}`])),
  });

  it("names those that the store no longer has, in its result and in the file", async () => {
    const { file, text } = await made(carrying(4_999, 70), { automated: true });
    expect(file).toMatchObject({ orders: 2, late: ["#4999"], goneCarried: ["#70"] });
    expect(text).toContain("Order #70, which an earlier report lacked, is no longer in the store.");
  });

  it("says so without a number if an old input has none", async () => {
    const { text } = await made({ ...period, carriedOrderIds: [idOf(70)] }, { automated: true });
    expect(text).toContain(
      "An order with an unknown number, which an earlier report lacked, is no longer in the store.",
    );
  });

  it("doesn't name one that the filter no longer keeps", async () => {
    const sievers = { [SieverCode.OrderTags]: ["vip"] };
    const statuses = { financial_status: 0, fulfillment_status: 0, order_status: 0 } as const;
    const filter = { filterId: "f", ...statuses, sievers };
    const { file } = await made({ ...carrying(4_999), filter }, { automated: true, change: { tags: ["retail"] } });
    expect(file).not.toHaveProperty("late");
    expect(file).not.toHaveProperty("goneCarried");
  });

  it("doesn't name one that still can't be read", async () => {
    const { file } = await made(carrying(4_999), { automated: true, change: { unread: ["lineItems"] } });
    expect(file.unread).toMatchObject([{ name: "#4999" }]);
    expect(file).not.toHaveProperty("goneCarried");
  });
});
