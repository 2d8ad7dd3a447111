import { describe, expect, it, vi } from "vitest";
import { createDrafts } from "./drafts.ts";

const storageOf = (full = () => false) => {
  const map = new Map<string, string>();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full()) throw new DOMException("full", "QuotaExceededError");
      map.set(key, value);
    },
    removeItem: (key: string) => void map.delete(key),
  };
};

/** A page of the browser; `who` is logged in. */
const openPage = (
  storage: ReturnType<typeof storageOf>,
  who: { shop: string | null } = { shop: "aurora" },
  at = { now: 0 },
) => createDrafts({ storage, loggedIn: () => who.shop, now: () => at.now });

const day = 24 * 3_600_000;

describe("unsaved values", () => {
  it("are restored after the tab is closed, until they are saved", () => {
    const storage = storageOf();
    openPage(storage).of("aurora").store("filter:1", { title: "Half" });
    const later = openPage(storage).of("aurora");
    expect(later.read("filter:1")).toEqual({ title: "Half" });
    expect(later.listNames()).toEqual(["filter:1"]);
    expect(later.storageKind()).toBe("browser");
    later.forget("filter:1");
    expect(openPage(storage).of("aurora").read("filter:1")).toBeUndefined();
    expect(storage.map.size).toBe(0);
  });

  it("are visible only to their own shop, also after it logs in again", () => {
    const storage = storageOf();
    const who: { shop: string | null } = { shop: "aurora" };
    const drafts = openPage(storage, who);
    const aurora = drafts.of("aurora");
    aurora.store("filter:1", "ann@example.com");
    who.shop = "borealis";
    expect(drafts.of("borealis").listNames()).toEqual([]);
    expect(drafts.of("borealis").read("filter:1")).toBeUndefined();
    expect(aurora.read("filter:1")).toBeUndefined();
    expect(aurora.isActive()).toBe(false);
    aurora.store("filter:1", "typed into the page that stayed open");
    aurora.forget("filter:1");
    who.shop = "aurora";
    expect(drafts.of("aurora").read("filter:1")).toBe("ann@example.com");
  });

  it("are removed for every shop at logout, and not restored by open pages", () => {
    const storage = storageOf();
    const tellWiped = vi.fn();
    const drafts = createDrafts({ storage, loggedIn: () => "aurora", now: () => 0, onCleared: tellWiped });
    const other = openPage(storage);
    const [before, elsewhere] = [drafts.of("aurora"), other.of("aurora")];
    before.store("filter:1", "ann@example.com");
    storage.map.set("DRAFT_KEY:borealis:filter:2", JSON.stringify({ at: 0, draft: "bob@example.com" }));
    storage.map.set("SCHEME", "dark");
    drafts.clearAll();
    expect(tellWiped).toHaveBeenCalledOnce();
    other.wipedElsewhere();
    for (const handle of [before, elsewhere]) {
      handle.store("filter:1", "ann@example.com");
      expect(handle.read("filter:1")).toBeUndefined();
      expect(handle.isActive()).toBe(false);
    }
    expect([...storage.map.keys()]).toEqual(["SCHEME"]);
    expect(drafts.of("aurora").isActive()).toBe(true);
  });

  it("stay in the page, with a notice, if the browser's storage is full, until it has space again", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    let full = true;
    const storage = storageOf(() => full);
    const drafts = openPage(storage);
    const aurora = drafts.of("aurora");
    const told = vi.fn();
    drafts.subscribe(told);
    aurora.store("filter:1", "a");
    aurora.store("filter:1", "ab");
    expect(warn).toHaveBeenCalledOnce();
    expect(told).toHaveBeenCalledTimes(2);
    expect(aurora.read("filter:1")).toBe("ab");
    expect(aurora.storageKind()).toBe("page");
    expect(aurora.listNames()).toEqual(["filter:1"]);
    full = false;
    aurora.store("filter:1", "abc");
    expect(aurora.storageKind()).toBe("browser");
    expect(openPage(storage).of("aurora").read("filter:1")).toBe("abc");
    aurora.forget("filter:1");
    expect(aurora.storageKind()).toBe("nowhere");
    warn.mockRestore();
  });

  it("are removed after a month, or if they can't be read", () => {
    const storage = storageOf();
    const at = { now: 0 };
    openPage(storage, undefined, at).of("aurora").store("filter:old", "a");
    at.now = 20 * day;
    openPage(storage, undefined, at).of("aurora").store("filter:new", "b");
    storage.map.set("DRAFT_KEY:aurora:filter:bad", "{");
    at.now = 31 * day;
    expect(openPage(storage, undefined, at).of("aurora").listNames()).toEqual(["filter:new"]);
    expect(storage.map.size).toBe(1);
  });
});
