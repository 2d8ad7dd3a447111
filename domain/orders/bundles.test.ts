import { describe, expect, it } from "vitest";
import { findBundles } from "./bundles.ts";
import type { LineItem } from "./order.ts";

const line = (id: string, more: Partial<LineItem> = {}): LineItem => ({
  id,
  title: `Title of ${id}`,
  quantity: 1,
  ...more,
});
const group = { id: "group", title: "Tea set", quantity: 2 };
const inBundle = (value: string | null, more: Partial<LineItem["customAttributes"]> = []) => ({
  customAttributes: [{ key: "_bundle_id", value }, ...(more as { key: string; value: string }[])],
});
const titles = (lines: LineItem[]) => {
  const bundles = findBundles(lines);
  return lines.map(({ id }) => bundles.get(id)?.title ?? null);
};

describe("lines belong to one bundle", () => {
  it("if the platform put them into one group, whose title and quantity are the bundle's", () => {
    const lines = [line("tin", { lineItemGroup: group }), line("mug"), line("spoon", { lineItemGroup: { ...group } })];
    expect(titles(lines)).toEqual(["Tea set", null, "Tea set"]);
    const bundles = findBundles(lines);
    expect(bundles.get("tin")).toBe(bundles.get("spoon"));
    expect(bundles.get("tin")).toEqual({ title: "Tea set", units: 2, parent: null });
  });

  it("even if there is only one in the group", () => {
    expect(titles([line("tin", { lineItemGroup: group })])).toEqual(["Tea set"]);
  });

  it("when they share a _bundle_id, under the first of them", () => {
    const lines = [
      line("mug"),
      line("box", inBundle("b-1")),
      line("soap", inBundle(" b-1 ")),
      line("x", inBundle("b-2")),
    ];
    expect(titles(lines)).toEqual([null, "Title of box", "Title of box", null]);
    expect(findBundles(lines).get("soap")?.parent?.id).toBe("box");
  });

  it("by their group when they have a _bundle_id too", () => {
    const both = { ...inBundle("b-1"), lineItemGroup: group };
    expect(titles([line("tin", both), line("soap", inBundle("b-1"))])).toEqual(["Tea set", null]);
  });

  it("never by an empty _bundle_id", () => {
    expect(titles([line("one", inBundle("")), line("two", inBundle(" ")), line("three", inBundle(null))])).toEqual([
      null,
      null,
      null,
    ]);
  });
});
