import { describe, expect, it } from "vitest";
import { metadataAt } from "../core/context-for-tests.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { LoginAction } from "../enumerations.ts";
import { shopDecider } from "./decider.ts";
import type { ShopEvent, ShopProfileFacts } from "./events.ts";
import { getActivationUrl, getLoginAction } from "./login-action.ts";
import { defaultPreferences } from "./preferences.ts";
import type { AuthorizedShop, ShopState } from "./state.ts";
import { findWaitingCharge } from "./waiting-charge.ts";

const profile: ShopProfileFacts = {
  platformId: "1001",
  name: "Aurora",
  emailRef: "vault:1",
  myshopifyDomain: "aurora-demo.myshopify.com",
  ianaTimezone: "Europe/Athens",
  currencyCode: "EUR",
  moneyFormat: "€{{amount}}",
  weightUnit: "KILOGRAMS",
  taxesIncluded: true,
  plan: "Shopify",
  primaryLocale: "en",
};
const installed: ShopEvent = { type: "ShopInstalled", data: { tenant: "t", shop: "aurora-demo" } };
const authorized: ShopEvent = { type: "ShopAuthorized", data: { scopes: ["read_orders", "read_products"], profile } };
const growth: ShopEvent = { type: "TierSelected", data: { tier: "Growth", by: "plan" } };
const charge = {
  subscriptionId: "sub-1",
  tier: "Growth",
  price: "19.00",
  currency: "USD",
  confirmationUrl: "https://pay",
} as const;
const requested: ShopEvent = { type: "ChargeRequested", data: charge };
const paid: ShopEvent = { type: "ChargeActivated", data: { subscriptionId: "sub-1" } };
const accepted: ShopEvent = { type: "TermsAccepted", data: { version: "1", acceptsMarketing: false } };
const uninstalled: ShopEvent = { type: "ShopUninstalled", data: { webhookId: "w1" } };
const erased: ShopEvent = { type: "ShopErased", data: { reason: "shop/redact" } };
const ready = [installed, authorized, growth, requested, paid, accepted];

const scopes = ["read_orders", "read_products"];
const consent = { type: "AuthorizeShop" as const, scopes, profile };

const shop = (events: readonly ShopEvent[]) => given(shopDecider, events);
const account = (events: readonly ShopEvent[]): AuthorizedShop => {
  const { state } = shop(events);
  if (state.status !== "authorized") throw new Error(`The shop is ${state.status}`);
  return state;
};

describe("a shop that installs and connects", () => {
  it("is installed once, even if the platform sends it again", () => {
    expect(shop([]).when({ type: "InstallShop", tenant: "t", shop: "aurora-demo" })).toEqual([installed]);
    expect(shop([installed]).when({ type: "InstallShop", tenant: "t", shop: "aurora-demo" })).toEqual([]);
  });

  it("does not take over the tenant of another shop", () => {
    const refusal = refusalOf(shop([installed]).when({ type: "InstallShop", tenant: "t", shop: "borealis-demo" }));
    expect(refusal.code).toBe("invalid");
  });

  it("is authorized after consent, and again only when its scopes change", () => {
    expect(shop([installed]).when(consent)).toEqual([authorized]);
    expect(shop(ready).when({ ...consent, scopes: ["read_products", "read_orders"] })).toEqual([]);
    expect(shop(ready).when({ ...consent, scopes: ["read_orders"] })).toEqual([
      { type: "ShopAuthorized", data: { scopes: ["read_orders"], profile } },
    ]);
  });

  it("records a changed profile", () => {
    const moved = { ...profile, ianaTimezone: "Europe/Berlin" };
    expect(shop(ready).when({ ...consent, profile: moved })).toEqual([
      { type: "ShopProfileChanged", data: { profile: moved } },
    ]);
  });

  it("cannot do anything before it is connected", () => {
    expect(refusalOf(shop([]).when({ type: "SelectTier" })).code).toBe("unknown");
    expect(refusalOf(shop([installed]).when({ type: "SelectTier" })).code).toBe("not-allowed");
  });
});

describe("the gates after login", () => {
  it("come in the order tier, charge, terms, nothing", () => {
    expect(getLoginAction(account([installed, authorized]))).toBe(LoginAction.SelectTier);
    expect(getLoginAction(account([installed, authorized, accepted]))).toBe(LoginAction.SelectTier);
    expect(getLoginAction(account([installed, authorized, growth]))).toBe(LoginAction.ActivateCharge);
    expect(getLoginAction(account([installed, authorized, growth, requested]))).toBe(LoginAction.ActivateCharge);
    expect(getLoginAction(account([installed, authorized, growth, requested, paid]))).toBe(LoginAction.AcceptTermsEtc);
    expect(getLoginAction(account(ready))).toBe(LoginAction.Nothing);
  });

  it("lead to the page of the pending charge, unless that is for another tier", () => {
    expect(getActivationUrl(account([installed, authorized, growth]))).toBeNull();
    expect(getActivationUrl(account([installed, authorized, growth, requested]))).toBe("https://pay");
    const upgraded: ShopEvent = { type: "TierSelected", data: { tier: "Unlimited", by: "support" } };
    expect(getActivationUrl(account([installed, authorized, growth, requested, upgraded]))).toBeNull();
  });

  it("ask for the tier again if the plan has changed, unless support has set it", () => {
    const advanced: ShopEvent = { type: "ShopProfileChanged", data: { profile: { ...profile, plan: "Advanced" } } };
    expect(getLoginAction(account([...ready, advanced]))).toBe(LoginAction.SelectTier);
    const bySupport: ShopEvent = { type: "TierSelected", data: { tier: "Growth", by: "support" } };
    expect(getLoginAction(account([...ready, bySupport, advanced]))).toBe(LoginAction.Nothing);
    expect(shop([...ready, bySupport, advanced]).when({ type: "SelectTier" })).toEqual([]);
  });
});

describe("tier and charge", () => {
  it("follow the plan unless support sets another", () => {
    expect(shop([installed, authorized]).when({ type: "SelectTier" })).toEqual([growth]);
    expect(shop(ready).when({ type: "SelectTier" })).toEqual([]);
    expect(shop(ready).when({ type: "ChangeTier", tier: "Unlimited" })).toEqual([
      { type: "TierSelected", data: { tier: "Unlimited", by: "support" } },
    ]);
  });

  it("request a charge for an unpaid tier, and none for a paid one", () => {
    const { tier: _, ...asked } = charge;
    const command = { type: "RequestCharge", ...asked } as const;
    expect(refusalOf(shop([installed, authorized]).when(command)).code).toBe("rule");
    expect(shop([installed, authorized, growth]).when(command)).toEqual([requested]);
    expect(shop([installed, authorized, growth, requested]).when(command)).toEqual([]);
    expect(refusalOf(shop(ready).when(command)).message).toContain("already active");
  });

  it("request no second charge on the same terms while one is waiting", () => {
    const waiting = [installed, authorized, growth, requested];
    const { tier: _, ...asked } = { ...charge, subscriptionId: "sub-2" };
    const again = { type: "RequestCharge", ...asked, unlessWaiting: true } as const;
    expect(shop(waiting).when(again)).toEqual([]);
    const newer = { type: "ChargeRequested", data: { ...asked, tier: "Growth" } };
    // At login: the waiting charge may have been declined.
    expect(shop(waiting).when({ type: "RequestCharge", ...asked })).toEqual([newer]);
    expect(shop(waiting).when({ ...again, price: "21.00" })).toHaveLength(1);
    const up: ShopEvent = { type: "TierSelected", data: { tier: "Unlimited", by: "support" } };
    expect(shop([...waiting, up]).when(again)).toHaveLength(1);
  });

  it("reuse a waiting charge for a day, since the platform drops it after two", () => {
    const at = (instant: string) =>
      findWaitingCharge(account([installed, authorized, growth, requested]), charge, instant);
    expect(at("2026-11-21T09:59:59.000Z")?.subscriptionId).toBe("sub-1");
    expect(at("2026-11-21T10:00:00.000Z")).toBeUndefined();
    expect(at("2026-11-18T10:00:00.000Z")).toBeUndefined();
  });

  it("request a new charge after a change of tier, and keep the old one until the new one is active", () => {
    const up: ShopEvent = { type: "TierSelected", data: { tier: "Unlimited", by: "support" } };
    const { tier: _, ...asked } = { ...charge, subscriptionId: "sub-2", price: "39.00" };
    const asking = shop([...ready, up]).when({ type: "RequestCharge", ...asked });
    expect(asking).toEqual([
      { type: "ChargeRequested", data: { ...charge, subscriptionId: "sub-2", price: "39.00", tier: "Unlimited" } },
    ]);
    const waiting = account([...ready, up, ...(asking as ShopEvent[])]);
    expect(waiting.activeCharge?.subscriptionId).toBe("sub-1");
    expect(getLoginAction(waiting)).toBe(LoginAction.ActivateCharge);
  });

  it("activate the waiting charge once, and no other", () => {
    const waiting = [installed, authorized, growth, requested];
    expect(shop(waiting).when({ type: "ActivateCharge", subscriptionId: "sub-1" })).toEqual([paid]);
    expect(shop(ready).when({ type: "ActivateCharge", subscriptionId: "sub-1" })).toEqual([]);
    expect(refusalOf(shop(waiting).when({ type: "ActivateCharge", subscriptionId: "sub-9" })).code).toBe("unknown");
  });

  it("end when the merchant declines or the platform ends the subscription", () => {
    const end = { type: "EndCharge", subscriptionId: "sub-1", status: "CANCELLED" } as const;
    const ending = shop(ready).when(end) as ShopEvent[];
    expect(ending).toEqual([
      { type: "ChargeEnded", data: { subscriptionId: "sub-1", status: "CANCELLED", left: "none" } },
    ]);
    expect(getLoginAction(account([...ready, ...ending]))).toBe(LoginAction.ActivateCharge);
    expect(shop([...ready, ...ending]).when(end)).toEqual([]);
  });

  it("return unchanged with a subscription that was only frozen, but not after an uninstall", () => {
    const ended: ShopEvent = { type: "ChargeEnded", data: { subscriptionId: "sub-1", status: "FROZEN", left: "none" } };
    const back = { type: "ActivateCharge", subscriptionId: "sub-1" } as const;
    expect(shop([...ready, ended]).when(back)).toEqual([paid]);
    expect(account([...ready, ended, paid])).toEqual(account(ready));
    expect(refusalOf(shop([...ready, ended, uninstalled, authorized]).when(back)).code).toBe("unknown");
  });

  it("of a frozen subscription do not return once another one is active", () => {
    const { tier: _, ...asked } = { ...charge, subscriptionId: "sub-2" };
    const events: ShopEvent[] = [
      ...ready,
      { type: "ChargeEnded", data: { subscriptionId: "sub-1", status: "FROZEN", left: "none" } },
      { type: "ChargeRequested", data: { ...asked, tier: "Growth" } },
      { type: "ChargeActivated", data: { subscriptionId: "sub-2" } },
    ];
    expect(refusalOf(shop(events).when({ type: "ActivateCharge", subscriptionId: "sub-1" })).code).toBe("unknown");
  });
});

describe("the terms", () => {
  it("are accepted once per version, with the time", () => {
    const accept = { type: "AcceptTerms", version: "1", acceptsMarketing: false } as const;
    expect(shop([installed, authorized]).when(accept)).toEqual([accepted]);
    expect(shop(ready).when(accept)).toEqual([]);
    expect(shop(ready).when({ ...accept, version: "2" })).toHaveLength(1);
    expect(account(ready).terms).toEqual({
      status: "accepted",
      version: "1",
      acceptedAt: "2026-11-20T10:00:00.000Z",
    });
  });

  it("can be declined only before they are accepted", () => {
    const decline = { type: "DeclineTerms", version: "1" } as const;
    const declined: ShopEvent = { type: "TermsDeclined", data: { version: "1" } };
    expect(shop([installed, authorized]).when(decline)).toEqual([declined]);
    expect(shop([installed, authorized, declined]).when(decline)).toEqual([]);
    expect(refusalOf(shop(ready).when(decline)).message).toContain("uninstall");
  });

  it("leave the marketing choice separate", () => {
    expect(shop(ready).when({ type: "ChangeMarketingChoice", acceptsMarketing: false })).toEqual([]);
    expect(shop(ready).when({ type: "AcceptTerms", version: "1", acceptsMarketing: true })).toEqual([
      { type: "MarketingChoiceChanged", data: { acceptsMarketing: true } },
    ]);
  });
});

describe("preferences", () => {
  const change = (changes: Partial<typeof defaultPreferences>, base = defaultPreferences) => ({
    type: "ChangePreferences" as const,
    base,
    wanted: { ...base, ...changes },
  });
  const semicolon: ShopEvent = {
    type: "PreferenceChanged",
    data: { field: "CsvSeparator", from: ",", to: ";" },
  };

  it("become one event per changed field, and none without a change", () => {
    expect(shop(ready).when(change({}))).toEqual([]);
    expect(shop(ready).when(change({ CsvSeparator: ";", CsvBom: false }))).toEqual([
      semicolon,
      { type: "PreferenceChanged", data: { field: "CsvBom", from: true, to: false } },
    ]);
  });

  it("merge with changes of other fields", () => {
    expect(shop([...ready, semicolon]).when(change({ CsvBom: false }))).toEqual([
      { type: "PreferenceChanged", data: { field: "CsvBom", from: true, to: false } },
    ]);
  });

  it("are unchanged if another window has made the same change", () => {
    expect(shop([...ready, semicolon]).when(change({ CsvSeparator: ";" }))).toEqual([]);
  });

  it("conflict if both changed a field, and the error names it, the author and both values", () => {
    const state = [...ready, semicolon].reduce<ShopState>(
      (before, event, version) =>
        shopDecider.evolve(
          before,
          event,
          metadataAt("2026-11-20T10:00:00.000Z", {
            actor: { kind: "support", agent: "support-7", impersonation: "i-1" },
          }),
          version,
        ),
      shopDecider.initialState,
    );
    const refusal = refusalOf(
      shopDecider.decide(
        {
          ...change({ CsvSeparator: "|", CsvBom: false }),
          context: { instant: "2026-11-20T10:00:01.000Z", newId: (n) => `id-${n}` },
        },
        state,
      ),
    );
    expect(refusal.code).toBe("conflict");
    expect(refusal.message).toBe(
      "CSV separator was changed to Semicolon by Sheaf support. You chose Pipe. Reload the page and choose again.",
    );
    expect(JSON.parse(refusal.details ?? "[]")).toMatchObject([{ field: "CsvSeparator", current: ";", wanted: "|" }]);
  });

  it.each([
    [{ CsvSeparator: "" }, "CSV separator must be one character."],
    [{ CsvSeparator: '"' }, "CSV separator can't be a quotation mark, because quotation marks enclose cells."],
    [{ CsvSeparator: ";;" }, "CSV separator must be one character"],
    [{ CsvFileExtension: ".csv" }, "CSV file extension must be 1 to 10 letters or digits, without the dot."],
    [{ CsvFileExtension: "../x" }, "CSV file extension must be"],
    [{ CsvFileExtension: "HTML" }, "CSV file extension must belong to a data file, for example csv or txt."],
    [
      { CsvFileExtension: "XLSX" },
      "CSV file extension belongs to another file format. Choose another, for example csv",
    ],
    [{ CsvEncoding: 437 }, "CSV encoding doesn't have this option."],
    [{ UserDateFormat: 3 }, "Date format doesn't have this option. Choose one that the page offers."],
    [{ AlternateRowsStyle: -1 }, "Shaded rows doesn't have this option."],
  ])("are rejected for %j, by the name on the page", (changes, sentence) => {
    const refusal = refusalOf(shop(ready).when(change(changes)));
    expect(refusal.code).toBe("invalid");
    expect(refusal.message).toContain(sentence);
  });
});

describe("a shop that leaves", () => {
  it("is uninstalled once per webhook, and keeps everything but the charge when it returns", () => {
    const uninstall = { type: "UninstallShop", webhookId: "w1" } as const;
    expect(shop(ready).when(uninstall)).toEqual([uninstalled]);
    expect(shop([...ready, uninstalled]).when(uninstall)).toEqual([]);
    expect(shop([...ready, uninstalled]).when(consent)).toEqual([authorized]);
    const back = account([...ready, uninstalled, authorized]);
    expect(back.terms.status).toBe("accepted");
    expect(getLoginAction(back)).toBe(LoginAction.ActivateCharge);
  });

  it("is not uninstalled again by a repeated webhook after its return", () => {
    const back = shop([...ready, uninstalled, authorized]);
    expect(back.when({ type: "UninstallShop", webhookId: "w1" })).toEqual([]);
    expect(back.when({ type: "UninstallShop", webhookId: "w2" })).toHaveLength(1);
  });

  it("cannot change anything while it is gone", () => {
    expect(refusalOf(shop([...ready, uninstalled]).when({ type: "SelectTier" })).code).toBe("not-allowed");
  });

  it("is not erased while it is connected, even after a return", () => {
    refusalOf(shop(ready).when({ type: "EraseShop", reason: "shop/redact" }));
    refusalOf(shop([...ready, uninstalled, authorized]).when({ type: "EraseShop", reason: "shop/redact" }));
  });

  it("can do nothing once it is erased", () => {
    expect(shop([...ready, uninstalled]).when({ type: "EraseShop", reason: "shop/redact" })).toEqual([erased]);
    const gone = shop([...ready, uninstalled, erased]);
    expect(gone.when({ type: "EraseShop", reason: "shop/redact" })).toEqual([]);
    expect(gone.when({ type: "UninstallShop", webhookId: "w3" })).toEqual([]);
    for (const command of [
      { type: "InstallShop", tenant: "t", shop: "aurora-demo" },
      { ...consent, scopes: [] as string[] },
      { type: "SelectTier" },
      { type: "AcceptTerms", version: "1", acceptsMarketing: true },
    ] as const)
      refusalOf(gone.when(command));
    expect(gone.state).toEqual({ status: "erased", tenant: "t", shop: "aurora-demo" });
  });
});
