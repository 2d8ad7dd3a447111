import { describe, expect, it } from "vitest";
import { LoginAction } from "#domain/enumerations.ts";
import type { Account } from "#domain/wire/account/account.ts";
import { secondsLeft } from "./countdown.ts";
import { parseInstallRequest } from "./install-request.ts";
import { getNextStep } from "./login/login-action.ts";

const Shop = { name: "Aurora" } as Account;
const stepAfter = (Action: number, ActivationUrl: string | null = null, ReturnUrl?: string) =>
  getNextStep({ Shop, Token: "t", LoginAction: { Action, ActivationUrl }, ...(ReturnUrl ? { ReturnUrl } : {}) });

describe("after login", () => {
  it("goes where the login action says", () => {
    expect(stepAfter(LoginAction.Nothing)).toEqual({ kind: "page", path: "/" });
    expect(stepAfter(LoginAction.SelectTier)).toEqual({ kind: "page", path: "/Account/select-tier" });
    expect(stepAfter(LoginAction.AcceptTermsEtc)).toEqual({ kind: "page", path: "/Account/accept-terms" });
    const url = "https://store.example/charge";
    expect(stepAfter(LoginAction.ActivateCharge, url)).toEqual({ kind: "outside", url });
  });

  it("fails if a charge is due and has no address", () => {
    expect(() => stepAfter(LoginAction.ActivateCharge)).toThrow("Charge is required but the API haven't returned one.");
  });

  it("returns to the last page, unless the platform names another or a step comes first", () => {
    const login = { Shop, Token: "t", LoginAction: { Action: LoginAction.Nothing, ActivationUrl: null } };
    const back = () => "/Manager";
    expect(getNextStep(login, back)).toEqual({ kind: "page", path: "/Manager" });
    expect(getNextStep({ ...login, ReturnUrl: "/Configuration" }, back)).toEqual({
      kind: "page",
      path: "/Configuration",
    });
    let asked = 0;
    getNextStep({ ...login, LoginAction: { Action: LoginAction.AcceptTermsEtc, ActivationUrl: null } }, () => {
      asked += 1;
      return "/Manager";
    });
    expect(asked).toBe(0);
  });

  it("goes to the page that the platform names, if it is one of ours", () => {
    expect(stepAfter(LoginAction.Nothing, null, "/Reports")).toEqual({ kind: "page", path: "/Reports" });
    expect(stepAfter(LoginAction.Nothing, null, "//evil.example")).toEqual({ kind: "page", path: "/" });
  });
});

describe("the install request", () => {
  it("passes on every parameter that the platform signed", () => {
    const params = new URLSearchParams("shop=a.myshopify.com&hmac=h&timestamp=1&host=x&session=y&returnurl=/Reports");
    expect(parseInstallRequest(params)).toEqual({
      Shopname: "a.myshopify.com",
      Hmac: "h",
      Timestamp: "1",
      ReturnUrl: "/Reports",
      Query: { host: "x", session: "y" },
    });
  });

  it("is absent without a shop", () => {
    expect(parseInstallRequest(new URLSearchParams("hmac=h"))).toBeNull();
  });
});

it("counts down fifteen seconds to the next try", () => {
  expect([0, 1, 1000, 14_001, 15_000, 99_000].map((now) => secondsLeft(0, now))).toEqual([15, 15, 14, 1, 0, 0]);
});
