import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../../core/given-for-tests.ts";
import type { FilterContent } from "../../filters/filter.ts";
import { SieverCode } from "../../filters/sievers.ts";
import { workspaceDecider } from "../decider.ts";
import type { WorkspaceEvent } from "../events.ts";
import { content, filters, givenWorkspace, stateAfter } from "../workspace-for-tests.ts";

const { OrderTags, Sku, Quantity } = SieverCode;
const seen = content({ title: "f" });
const save = (wanted: FilterContent, base: FilterContent = seen) =>
  ({ type: "UpdateFilter", filterId: "f", base, wanted, texts: new Map<string, string>() }) as const;
const tagged = (from: string[], to: string[]): WorkspaceEvent => ({
  type: "FilterSieverChanged",
  data: { filterId: "f", siever: OrderTags, from, to },
});

describe("saving a filter", () => {
  it("makes an event for each changed field", () => {
    const wanted = content({
      title: "  Gifts ",
      financial_status: 3,
      fulfillment_status: 1,
      order_status: 2,
      sievers: { [OrderTags]: ["vip"] },
    });
    const { state, when } = givenWorkspace(...filters("f"));
    const events = when(save(wanted)) as WorkspaceEvent[];
    expect(events).toEqual([
      { type: "FilterRenamed", data: { filterId: "f", from: "f", to: "Gifts" } },
      { type: "FilterStatusChanged", data: { filterId: "f", status: "financial_status", from: 0, to: 3 } },
      { type: "FilterStatusChanged", data: { filterId: "f", status: "fulfillment_status", from: 0, to: 1 } },
      { type: "FilterStatusChanged", data: { filterId: "f", status: "order_status", from: 0, to: 2 } },
      tagged([], ["vip"]),
    ]);
    expect(stateAfter(state, events).filters[0]).toMatchObject({ ...wanted, title: "Gifts" });
  });

  it("makes no event without a change, and treats an empty siever as absent", () => {
    const workspace = givenWorkspace(...filters("f"));
    expect(workspace.when(save(seen))).toEqual([]);
    expect(workspace.when(save({ ...seen, title: " f ", sievers: { [Sku]: [] } }))).toEqual([]);
  });

  it("removes a siever with its last value", () => {
    const before = givenWorkspace(...filters("f"), tagged([], ["vip"]));
    const base = content({ title: "f", sievers: { [OrderTags]: ["vip"] } });
    const events = before.when(save(seen, base)) as WorkspaceEvent[];
    expect(events).toEqual([tagged(["vip"], [])]);
    expect(stateAfter(before.state, events).filters[0]?.sievers).toEqual({});
  });

  it("merges with changes that others made to other fields", () => {
    const workspace = givenWorkspace(...filters("f"), tagged([], ["vip"]));
    expect(workspace.when(save({ ...seen, sievers: { [Sku]: ["A-1"] } }))).toEqual([
      { type: "FilterSieverChanged", data: { filterId: "f", siever: Sku, from: [], to: ["A-1"] } },
    ]);
  });

  it("makes no event if others made the same change", () => {
    const workspace = givenWorkspace(...filters("f"), tagged([], ["vip"]));
    expect(workspace.when(save({ ...seen, sievers: { [OrderTags]: ["vip"] } }))).toEqual([]);
  });

  it("conflicts if others changed the same field, and names the author, the time and the current value", () => {
    const actor = { kind: "support", agent: "A. Agent", impersonation: "i" } as const;
    const workspace = given(workspaceDecider, [...filters("f"), tagged([], ["vip"])], { metadata: { actor } });
    const wanted = { ...seen, title: "Gifts", sievers: { [OrderTags]: ["gold"] } };
    const refusal = refusalOf(workspace.when(save(wanted)));
    expect(refusal.code).toBe("conflict");
    expect(refusal.message).toBe("Order tags was changed to “vip” by Sheaf support. Reload the page and choose again.");
    expect(JSON.parse(refusal.details ?? "")).toEqual([
      {
        field: "OrderSievers.1001",
        by: actor,
        at: "2026-11-20T10:00:00.000Z",
        current: ["vip"],
      },
    ]);
  });

  it("rejects a value or a title without repeating it", () => {
    const typed = "quill@example.com";
    const fields = [1000, 1002, 1004, 2000, 2003, 2004, 2005, 4000, 5001, 5003];
    const wrong = fields.flatMap((code) => [{ [code]: [typed, typed] }, { [code]: [`${typed}${"x".repeat(255)}`] }]);
    for (const sievers of wrong) {
      const refusal = refusalOf(givenWorkspace(...filters("f")).when(save({ ...seen, sievers })));
      expect(refusal.message).toMatch(/: value [12] /);
      expect(JSON.stringify(refusal)).not.toContain("quill");
    }
    for (const title of [typed.repeat(5), `<${typed}`, `${typed}\n`.repeat(2)])
      expect(JSON.stringify(refusalOf(givenWorkspace(...filters("f")).when(save({ ...seen, title }))))).not.toContain(
        "quill",
      );
    const renamed: WorkspaceEvent = { type: "FilterRenamed", data: { filterId: "f", from: "f", to: "Gifts" } };
    const collided = givenWorkspace(...filters("f"), renamed).when(save({ ...seen, title: typed }));
    expect(JSON.stringify(refusalOf(collided))).not.toContain("quill");
  });

  it("describes conflicting values as the editor shows them", () => {
    const workspace = givenWorkspace(...filters("f"), tagged([], ["!vip", "*"]));
    const refusal = refusalOf(workspace.when(save({ ...seen, sievers: { [OrderTags]: ["!*"] } })));
    expect(refusal.message).toContain("to not “vip”, any value");
  });

  it("names every wrong field and saves nothing", () => {
    const wanted = content({ title: "", financial_status: 3, sievers: { [Quantity]: ["many"] } });
    const refusal = refusalOf(givenWorkspace(...filters("f")).when(save(wanted)));
    expect(refusal.code).toBe("invalid");
    expect(refusal.message).toContain("A filter needs a title.");
    expect(JSON.parse(refusal.details ?? "")).toMatchObject([{ field: "title" }, { field: "OrderSievers.2003" }]);
  });

  it("accepts an old, unchanged value that today's rules would reject", () => {
    const old: WorkspaceEvent = {
      type: "FilterSieverChanged",
      data: { filterId: "f", siever: Quantity, from: [], to: ["many"] },
    };
    const base = content({ title: "f", sievers: { [Quantity]: ["many"] } });
    const workspace = givenWorkspace(...filters("f"), old);
    expect(workspace.when(save({ ...base, title: "Gifts" }, base))).toMatchObject([{ type: "FilterRenamed" }]);
  });

  it("rejects an unknown siever, naming it", () => {
    const wanted = { ...seen, sievers: { 9999: ["x"] } } as FilterContent;
    const refusal = refusalOf(givenWorkspace(...filters("f")).when(save(wanted)));
    expect(JSON.parse(refusal.details ?? "")).toMatchObject([{ field: "OrderSievers.9999" }]);
  });

  it("is rejected if the filter does not exist", () => {
    expect(refusalOf(givenWorkspace().when(save(seen))).code).toBe("unknown");
  });
});

describe("a filter that gets too large", () => {
  const full = (letter: string) => Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(255, letter));
  const filled = (code: SieverCode, to: string[]): WorkspaceEvent => ({
    type: "FilterSieverChanged",
    data: { filterId: "f", siever: code, from: [], to },
  });
  const { City, Email, Vendor } = SieverCode;

  it("is rejected at a changed field, counting what others have added", () => {
    const workspace = givenWorkspace(...filters("f"), filled(Sku, full("x")), filled(City, full("x")));
    const wanted = { ...seen, sievers: { [Email]: full("x"), [Vendor]: ["Acme"] } };
    expect(
      refusalOf(workspace.when(save({ ...wanted, sievers: { ...wanted.sievers, [OrderTags]: full("ß") } }))),
    ).toMatchObject({
      code: "invalid",
      details: expect.stringMatching(/^\[\{"field":"OrderSievers.1001"/),
    });
    expect(workspace.when(save(wanted))).toHaveLength(2);
  });

  it("can be reduced, or edited without growing, if it grew under older rules", () => {
    const codes = [Sku, City, Email, Vendor];
    const workspace = givenWorkspace(...filters("f"), ...codes.map((code) => filled(code, full("x"))));
    const base = content({ title: "f", sievers: Object.fromEntries(codes.map((code) => [code, full("x")])) });
    const sievers = { ...base.sievers, [Sku]: ["A-1"] };
    expect(workspace.when(save({ ...base, title: "g", sievers }, base))).toHaveLength(2);
    expect(workspace.when(save({ ...base, order_status: 1 }, base))).toHaveLength(1);
    expect(
      refusalOf(workspace.when(save({ ...base, sievers: { ...base.sievers, [OrderTags]: ["vip"] } }, base))).code,
    ).toBe("invalid");
  });
});
