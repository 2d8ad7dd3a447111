import { describe, expect, it } from "vitest";
import type { Account } from "#domain/wire/account/account.ts";
import { createFlashBox } from "./flash.ts";
import { forgetLogin, readLoginHistory, rememberLogin } from "./login-history.ts";
import { createSession } from "./session.ts";
import { guessShopName, parseTypedShopName } from "./shop-name.ts";

const storageOf = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};

const account: Account = {
  name: "Aurora",
  email: null,
  id: "1",
  iana_timezone: "Europe/Athens",
  accept_terms_etc: null,
  accepts_marketing: false,
  tier: null,
};

describe("the session", () => {
  it("is stored under the specified keys, and restored on the next page", () => {
    const storage = storageOf();
    createSession(storage).start("t", account);
    expect([...storage.map.keys()]).toEqual(["AUTH_TOKEN_KEY", "ACCOUNT_DATA_KEY"]);
    expect(createSession(storage).current()).toEqual({ token: "t", account });
  });

  it("of support exists only in its tab, and doesn't change the browser's login", () => {
    const support = { Agent: "A", Reason: "R", EndsAt: "2026-11-20T10:15:00.000Z", ChangesUntil: null, Console: null };
    const [browser, tab] = [storageOf(), storageOf()];
    createSession(browser, tab).start("of the merchant", account);
    const looking = createSession(browser, tab);
    looking.start("of a look", { ...account, id: "2" }, support);
    expect(createSession(browser, tab).current()).toEqual({
      token: "of a look",
      account: { ...account, id: "2" },
      support,
    });
    expect(createSession(browser, storageOf()).current()).toEqual({ token: "of the merchant", account });
    looking.refreshToken("newer");
    looking.clear();
    expect([...tab.map.keys()]).toEqual([]);
    expect(looking.current()).toEqual({ token: "of the merchant", account });
  });

  it("notifies listeners of login, a refreshed token and logout", () => {
    const session = createSession(storageOf());
    const seen: (string | undefined)[] = [];
    session.subscribe(() => seen.push(session.current()?.token));
    session.start("a", account);
    session.refreshToken("b");
    session.clear();
    session.refreshToken("c");
    expect(seen).toEqual(["a", "b", undefined]);
    expect(session.current()).toBeNull();
  });

  it("is logged out if its storage is damaged or incomplete", () => {
    expect(createSession(storageOf({ AUTH_TOKEN_KEY: "t", ACCOUNT_DATA_KEY: "{" })).current()).toBeNull();
    expect(createSession(storageOf({ AUTH_TOKEN_KEY: "t", ACCOUNT_DATA_KEY: "[]" })).current()).toBeNull();
    expect(createSession(storageOf({ AUTH_TOKEN_KEY: "t" })).current()).toBeNull();
  });
});

describe("the login history", () => {
  it("keeps distinct shop names, newest first", () => {
    const storage = storageOf();
    for (const shop of ["a", "b", "a", "c"]) rememberLogin(storage, shop);
    expect(readLoginHistory(storage)).toEqual(["c", "a", "b"]);
    expect([...storage.map.keys()]).toEqual(["LOGIN_HISTORY_KEY"]);
  });

  it("removes a shop on request", () => {
    const storage = storageOf({ LOGIN_HISTORY_KEY: '["a","b"]' });
    forgetLogin(storage, "a");
    forgetLogin(storage, "never");
    expect(readLoginHistory(storage)).toEqual(["b"]);
  });

  it("drops what is damaged", () => {
    expect(readLoginHistory(storageOf({ LOGIN_HISTORY_KEY: "{" }))).toEqual([]);
    expect(readLoginHistory(storageOf({ LOGIN_HISTORY_KEY: '["a",3]' }))).toEqual(["a"]);
  });
});

describe("a shop's name", () => {
  it("is cut at the first dot and trimmed", () => {
    expect(parseTypedShopName("  aurora-demo.myshopify.com ")).toBe("aurora-demo");
    expect(parseTypedShopName(" Aurora ")).toBe("Aurora");
    expect(parseTypedShopName(" .com")).toBe("");
  });

  it.each([
    "https://aurora-demo.myshopify.com/admin",
    "HTTPS://AURORA-DEMO.MYSHOPIFY.COM/",
    " aurora-demo.myshopify.com/admin/orders?status=open#top ",
    "http://aurora-demo.myshopify.com:443//",
    "aurora-demo/",
    "https://admin.shopify.com/store/aurora-demo",
    "admin.shopify.com/store/aurora-demo/",
    "Admin.Shopify.com/Store/Aurora-Demo/products/1?a=b",
    "  https://admin.shopify.com//store//aurora-demo#x  ",
    "https://admin.shopify.com:443/store/aurora-demo",
    "https://admin.shopify.com./store/aurora-demo",
    "admin.shopify.com\\store\\aurora-demo",
    "https://partners.shopify.com/1/stores/aurora-demo",
    "https://www.aurora-demo.com",
    "aurora-demo:443",
    "aurora-demo:8080",
    "https://admin.shopify.com/store/aurora-demo/apps/pickup/stores/17",
    "https://admin.shopify.com/store/aurora-demo/apps/x/store/settings",
    "<https://aurora-demo.myshopify.com>",
    "“aurora-demo.myshopify.com”",
    "view-source:https://aurora-demo.myshopify.com/",
    "https://https://aurora-demo.myshopify.com",
    "//aurora-demo.myshopify.com",
    "aurora-demo．myshopify．com",
  ])("is found in a copied address: %s", (copied) => {
    expect(parseTypedShopName(copied)).toBe("aurora-demo");
  });

  it.each([
    "https://admin.shopify.com",
    "admin.shopify.com/",
    "https://admin.shopify.com/settings",
    "https://admin.shopify.com:443/settings",
    "https://accounts.shopify.com/lookup",
    "https://partners.shopify.com/123/stores/456",
    "https://www.shopify.com/store",
    "https://",
    "/admin",
  ])("is empty if the address names no store: %s", (copied) => {
    expect(parseTypedShopName(copied)).toBe("");
  });

  it.each([
    ["Aurora Demo", "aurora-demo"],
    [" Café d'Été – Athens! ", "cafe-dete-athens"],
    ["my_shop", "my-shop"],
    ["aurora-demo", null],
    ["Aurora-Demo", null],
    ["aurora-demo.myshopify.com", null],
    ["Ωραία", null],
    ["ß shop", null],
    ["owner@aurora-demo.com", null],
    ["½ price", null],
    ["aurora%2ddemo", null],
    ["aurora%20demo", "aurora-demo"],
    ["\u0430urora demo", null],
    ["Bjørn & Co", null],
    ["!!", null],
    ["", null],
  ])("is guessed from an invalid one, %j: %j", (typed, guess) => {
    expect(guessShopName(typed)).toBe(guess);
  });

  it("isn't confused by hosts that only look like the admin pages", () => {
    expect(parseTypedShopName("admin.myshopify.com")).toBe("admin");
    expect(parseTypedShopName("https://admin.shopify.com.evil.example/store/aurora-demo")).toBe("admin");
  });
});

it("dismisses a message only if it is still the current one", () => {
  const box = createFlashBox();
  const first = { severity: "info", message: "one" } as const;
  box.show(first);
  const second = { severity: "error", message: "two" } as const;
  box.show(second);
  box.dismiss(first);
  expect(box.current()).toEqual(second);
  box.dismiss(second);
  expect(box.current()).toBeNull();
});
