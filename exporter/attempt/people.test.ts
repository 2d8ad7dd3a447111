import { describe, expect, it } from "vitest";
import { containsAny } from "#application/people/people-file.ts";
import { createPeopleHash, type PersonMark } from "#application/people/people-hash.ts";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ExporterForTests, exporterForTests, someOrders, tenant } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "../jobs/export-job.ts";

const never = new AbortController().signal;

const people: JsonObject[] = [
  {
    email: "Ann@Example.com",
    customer: { id: "gid://shopify/Customer/11", defaultEmailAddress: { emailAddress: "ann@home.example" } },
  },
  { email: "guest@example.com", customer: null },
  { email: null, customer: null },
];
const orders = someOrders(30).map((order, n) => ({ ...order, ...people[n % 3] }));

const exported = async (exporter: ExporterForTests, changes: Parameters<ExporterForTests["request"]>[1] = {}) => {
  await exporter.request("e1", changes);
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), never);
  const held = (of: string, ...marks: PersonMark[]) => {
    const hash = createPeopleHash(exporter.deps.vault, of);
    return containsAny(exporter.deps.fileStore, "e1.1.csv", marks.map(hash), hash);
  };
  return (kind: PersonMark["kind"], value: string, of = tenant) => held(of, { kind, value });
};

describe("the people in a file", () => {
  it("can be searched by the order's number, the customer's, and both addresses", async () => {
    const holds = await exported(exporterForTests(orders));
    expect(await holds("order", "5000")).toBe(true);
    expect(await holds("customer", "11")).toBe(true);
    expect(await holds("email", "ann@example.com")).toBe(true);
    expect(await holds("email", " ANN@home.example ")).toBe(true);
    expect(await holds("email", "guest@example.com")).toBe(true);
  });

  it("include nobody else, neither by another kind of number nor from another shop", async () => {
    const holds = await exported(exporterForTests(orders));
    expect(await holds("order", "11")).toBe(false);
    expect(await holds("customer", "5000")).toBe(false);
    expect(await holds("email", "eve@example.com")).toBe(false);
    expect(await holds("customer", "11", "another-tenant")).toBeUndefined();
  });

  it("don't include those whose orders the filter leaves out", async () => {
    const tagged = orders.map((order, n) => ({ ...order, tags: n === 0 ? ["vip"] : [] }));
    const filter = {
      filterId: "f",
      financial_status: FinancialStatus.any,
      fulfillment_status: FulfillmentStatus.any,
      order_status: OrderStatus.any,
      sievers: { [SieverCode.OrderTags]: ["vip"] },
    };
    const holds = await exported(exporterForTests(tagged), { filter });
    expect(await holds("order", "5000")).toBe(true);
    expect(await holds("order", "4999")).toBe(false);
    expect(await holds("email", "guest@example.com")).toBe(false);
  });

  it("are also known for chosen orders", async () => {
    const exporter = exporterForTests(orders);
    const holds = await exported(exporter, { selectedOrderIds: ["gid://shopify/Order/4999"] });
    expect([await holds("order", "4999"), await holds("email", "guest@example.com")]).toEqual([true, true]);
    expect([await holds("order", "5000"), await holds("customer", "11")]).toEqual([false, false]);
  });

  it("are stored without readable numbers or addresses, and don't affect the report", async () => {
    const exporter = exporterForTests(orders);
    await exported(exporter);
    const kept = await exporter.fileOf("e1.1.people");
    expect(kept).not.toMatch(/ann|guest|example|5000/i);
    const without = exporterForTests(someOrders(30));
    await exported(without);
    expect(await exporter.fileOf("e1.1.csv")).toBe(await without.fileOf("e1.1.csv"));
  });

  it.each(["email", "customer", "customer.id", "customer.defaultEmailAddress"])(
    "are not known if %s of an order couldn't be read",
    async (path) => {
      const unread = orders.map((order, n) => (n === 0 ? { ...order, unread: [path] } : order));
      const holds = await exported(exporterForTests(unread));
      expect(await holds("email", "eve@example.com")).toBeUndefined();
      expect([await holds("order", "5000"), await holds("email", "guest@example.com")]).toEqual([true, true]);
    },
  );

  it("are known if an order lacks something else", async () => {
    const unread = orders.map((order, n) => (n === 0 ? { ...order, unread: ["note"] } : order));
    expect(await (await exported(exporterForTests(unread)))("email", "eve@example.com")).toBe(false);
  });

  it("are known for an empty file, and unknown for a file without a record of them", async () => {
    const exporter = exporterForTests([]);
    expect(await (await exported(exporter))("order", "1")).toBe(false);
    await exporter.deps.fileStore.delete("e1.1.people");
    const hash = createPeopleHash(exporter.deps.vault, tenant);
    expect(await containsAny(exporter.deps.fileStore, "e1.1.csv", [], hash)).toBeUndefined();
  });
});
