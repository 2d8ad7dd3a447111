import { describe, expect, it } from "vitest";
import { isPressed, shortcuts } from "./shortcuts.ts";

const press = (key: string, held: { ctrlKey?: true; metaKey?: true; altKey?: true; shiftKey?: true } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("keyboard shortcuts", () => {
  it.each([
    ["Ctrl+K", press("k", { ctrlKey: true }), true],
    ["Ctrl+K", press("k", { metaKey: true }), true],
    ["Ctrl+K", press("k"), false],
    ["Ctrl+K", press("K", { ctrlKey: true, shiftKey: true }), false],
    ["Ctrl+K", press("k", { ctrlKey: true, altKey: true }), false],
    ["Alt+PageDown", press("PageDown", { altKey: true }), true],
    ["Alt+PageDown", press("PageDown"), false],
    ["?", press("?", { shiftKey: true }), true],
    ["?", press("?"), true],
    ["?", press("?", { ctrlKey: true }), false],
  ])("%s is pressed or not", (keys, pressed, is) => expect(isPressed(keys, pressed)).toBe(is));

  it("have each its own keys", () => {
    const keys = Object.values(shortcuts).map((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
