import { describe, expect, it } from "vitest";
import { clearSelections, readSelection, storeSelection } from "./stored-selection.ts";

const tab = (items: Record<string, string> = {}) => {
  const map = new Map(Object.entries(items));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    key: (at: number) => [...map.keys()][at] ?? null,
    get length() {
      return map.size;
    },
    names: () => [...map.keys()],
  };
};

describe("the orders chosen in a tab", () => {
  it("are separate for each shop, in the order they were chosen", () => {
    const storage = tab();
    storeSelection(storage, "aurora", new Set(["b", "a"]));
    storeSelection(storage, "nimbus", new Set(["c"]));
    expect([...readSelection(storage, "aurora")]).toEqual(["b", "a"]);
    expect([...readSelection(storage, "nimbus")]).toEqual(["c"]);
    expect([...readSelection(storage, "cumulus")]).toEqual([]);
  });

  it("leave nothing in storage once none is chosen", () => {
    const storage = tab();
    storeSelection(storage, "aurora", new Set(["a"]));
    storeSelection(storage, "aurora", new Set());
    expect(storage.names()).toEqual([]);
  });

  it("are removed for every shop at logout, and other data is kept", () => {
    const storage = tab({ theme: "dark" });
    for (const shop of ["aurora", "nimbus", "cumulus"]) storeSelection(storage, shop, new Set(["a"]));
    clearSelections(storage);
    expect(storage.names()).toEqual(["theme"]);
  });

  it("are empty if the stored ones are damaged", () => {
    for (const text of ["{", "7", '{"a":1}', "[1,null]"])
      expect([...readSelection(tab({ "CHOSEN_ORDERS_KEY:aurora": text }), "aurora")], text).toEqual([]);
  });
});
