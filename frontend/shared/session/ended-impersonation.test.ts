import { expect, it } from "vitest";
import { clearEndedImpersonation, readEndedImpersonation, storeEndedImpersonation } from "./ended-impersonation.ts";

const tab = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const ended = { shop: "Aurora", why: "You ended it.", console: "https://support.example/support/shops/1/show" };

it("an ended session is stored in its tab until it is cleared", () => {
  const storage = tab();
  expect(readEndedImpersonation(storage)).toBeNull();
  storeEndedImpersonation(storage, ended);
  expect(readEndedImpersonation(storage)).toEqual(ended);
  clearEndedImpersonation(storage);
  expect(readEndedImpersonation(storage)).toBeNull();
});

it.each(["javascript:alert(1)", "data:text/html,x", "/Reports", "//", 7, null])(
  "doesn't accept %j as a link back to the console",
  (console) => {
    const storage = tab();
    storage.setItem("ENDED_LOOK_KEY", JSON.stringify({ ...ended, console }));
    expect(readEndedImpersonation(storage)).toEqual({ ...ended, console: null });
  },
);

it.each(["{", "7", "{}", JSON.stringify({ shop: 1, why: 2 })])("ignores damaged entries: %s", (text) => {
  const storage = tab();
  storage.setItem("ENDED_LOOK_KEY", text);
  expect(readEndedImpersonation(storage)).toBeNull();
});
