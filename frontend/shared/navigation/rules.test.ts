import { describe, expect, it } from "vitest";
import { type Page, pages } from "./pages.ts";
import { filterEditorPath, isOwnPath, isPath, paths } from "./paths.ts";
import { redirectFor } from "./rules.ts";

const user = { acceptedTerms: true };
const newUser = { acceptedTerms: false };
const visit = (address: string) => {
  const { pathname, search } = new URL(address, "https://sheaf.example");
  return { pathname, search };
};

it("sends only logged-out users to the page that their tab names", () => {
  expect(redirectFor(visit("/Reports"), null, "/Account/look-ended")).toBe("/Account/look-ended");
  expect(redirectFor(visit("/Account/look-ended"), null, "/Account/look-ended")).toBeNull();
  expect(redirectFor(visit("/Reports"), { acceptedTerms: true }, "/Account/look-ended")).toBeNull();
});

describe("a logged-out user", () => {
  it("is sent to the login page from every page that requires login, in any case, with or without a slash", () => {
    const closed = ["/", "/Reports", "/reports", "/REPORTS/", "/Manager", "/ContactUs", "/filters/edit/4711"];
    for (const path of [...closed, "/Account/select-tier", "/account/accept-terms"]) {
      expect(redirectFor(visit(path), null), path).toBe("/Login");
    }
  });

  it("must log in on every page of the main layout", () => {
    const closed = (pages as readonly Page[]).filter(({ frame }) => frame === "main");
    expect(closed.length).toBeGreaterThan(3);
    for (const { path } of closed) expect(redirectFor(visit(path.replace(":id", "4711")), null), path).toBe("/Login");
  });

  it("may open the account flow, and sees a 404 page at unknown addresses", () => {
    const open = [
      "/Login",
      "/login?logout",
      "/Install?shop=a",
      "/Account/login-callback?code=1",
      "/Account/accept-charge",
    ];
    for (const path of [...open, "/Documents", "/documents/privacynotice", "/Data/Columns", "/Offline", "/nowhere"])
      expect(redirectFor(visit(path), null), path).toBeNull();
  });
});

describe("a logged-in user", () => {
  it("is sent from / to Reports", () => {
    expect(redirectFor(visit("/"), user)).toBe("/Reports");
    expect(redirectFor(visit("/Reports"), user)).toBeNull();
  });

  it("must accept the terms first, but may open the pages of the earlier steps", () => {
    expect(redirectFor(visit("/"), newUser)).toBe("/Account/accept-terms");
    expect(redirectFor(visit("/reports"), newUser)).toBe("/Account/accept-terms");
    for (const path of [
      "/Account/accept-terms",
      "/Account/select-tier",
      "/Login",
      "/Offline",
      "/Documents/TermsOfService",
    ]) {
      expect(redirectFor(visit(path), newUser), path).toBeNull();
    }
  });
});

describe("the install rule", () => {
  const signed = "shop=aurora-demo.myshopify.com&hmac=abc&timestamp=17";

  it("sends the platform's signed request to the install page, with the requested page", () => {
    expect(redirectFor(visit(`/Reports?${signed}&host=h`), user)).toBe(
      `/Install?${signed}&host=h&returnurl=%2FReports`,
    );
    expect(redirectFor(visit(`/?${signed}`), null)).toBe(`/Install?${signed}`);
  });

  it("keeps an existing return address", () => {
    expect(redirectFor(visit(`/Reports?${signed}&returnurl=/Manager`), null)).toBe(
      `/Install?${signed}&returnurl=%2FManager`,
    );
  });

  it("doesn't apply to install and login-callback", () => {
    expect(redirectFor(visit(`/install?${signed}`), null)).toBeNull();
    expect(redirectFor(visit(`/account/Login-Callback?code=1&state=2&${signed}`), null)).toBeNull();
  });

  it("requires both shop and hmac", () => {
    expect(redirectFor(visit("/login?shop=aurora-demo"), null)).toBeNull();
    expect(redirectFor(visit("/Reports?shop=aurora-demo"), user)).toBeNull();
    expect(redirectFor(visit("/Reports?hmac=1"), user)).toBeNull();
  });
});

it("accepts only our own paths as return addresses", () => {
  for (const path of ["/Reports", "/Reports?a=1#b", "/"]) expect(isOwnPath(path), path).toBe(true);
  for (const path of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:1",
    "",
    "Reports",
    null,
    3,
  ]) {
    expect(isOwnPath(path), String(path)).toBe(false);
  }
});

describe("the address of a filter", () => {
  it("matches any id, in any case, with or without a trailing slash", () => {
    expect(filterEditorPath("a b/c")).toBe("/Filters/Edit/a%20b%2Fc");
    for (const address of [filterEditorPath("a b/c"), "/filters/edit/1", "/FILTERS/EDIT/x/", paths.filterEditor])
      expect(isPath(address, paths.filterEditor), address).toBe(true);
    for (const address of ["/Filters/Edit", "/Filters/Edit/", "/Filters/Edit/1/2", "/Filters/1", "/x/Filters/Edit/1"])
      expect(isPath(address, paths.filterEditor), address).toBe(false);
  });
});
