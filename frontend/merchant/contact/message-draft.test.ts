import { expect, it, vi } from "vitest";
import { keepDraft, readDraft } from "./message-draft.ts";

const storageOf = () => {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};

it("keeps a draft for its own shop, until it is sent or cleared", () => {
  const storage = storageOf();
  keepDraft(storage, "aurora", "My report");
  expect(readDraft(storage, "aurora")).toBe("My report");
  expect(readDraft(storage, "borealis")).toBe("");
  keepDraft(storage, "aurora", "");
  expect(storage.map.size).toBe(0);
});

it("does without when the browser's storage is full", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const full = {
    ...storageOf(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  keepDraft(full, "aurora", "My report");
  expect(readDraft(full, "aurora")).toBe("");
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
