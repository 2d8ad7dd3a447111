import type { Account } from "#domain/wire/account/account.ts";
import type { Scene } from "./scene.ts";
import { account, design } from "./scripted-api.ts";

const heading =
  (name: string | RegExp): Scene["ready"] =>
  ({ page }) =>
    page.getByRole("heading", { name }).first().waitFor();

const newcomer = { ...account, accept_terms_etc: null };
const statusOf = (Shop: Account) => () => ({
  data: { Shop, LoginAction: { Action: Shop.accept_terms_etc ? 0 : 3, ActivationUrl: null } },
});

/** Login, gates, documents, Contact Us and the error pages. */
export const accountScenes: Scene[] = [
  { name: "login", path: "/Login", ready: heading("Demo shops") },
  { name: "login-logged-out", path: "/Login?logout=1", ready: heading("Demo shops") },
  {
    name: "login-small-shops",
    path: "/Login",
    options: {
      script: {
        "app-config": () => ({
          data: {
            Environment: "local",
            Links: { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null },
            DemoShops: ["aurora-demo", "borealis-demo", "cumulus-demo", "nimbus-demo"],
            SmallDemoShops: { First: "demo-0001", Last: "demo-0050" },
          },
        }),
      },
    },
    ready: ({ page }) => page.getByText("There are small demo shops too").waitFor(),
  },
  {
    name: "login-failed",
    path: "/Login",
    options: {
      script: {
        "account/login": () => ({ status: 200, error: { code: "FeAuth-001", message: "The shop cannot login" } }),
      },
    },
    ready: async ({ page }) => {
      await page.getByRole("button", { name: "aurora-demo" }).click();
      await page.getByText("The shop cannot login").waitFor();
    },
  },
  {
    name: "terms",
    path: "/Account/accept-terms",
    options: { account: newcomer, script: { "account/status": statusOf(newcomer) } },
    ready: ({ page }) => page.getByRole("button", { name: "Accept" }).waitFor(),
  },
  {
    name: "select-tier-failed",
    path: "/Account/select-tier",
    options: {
      account,
      script: {
        "account/select-tier": () => ({
          status: 503,
          error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
        }),
      },
    },
    ready: ({ page }) => page.getByRole("link", { name: "Go back to login" }).waitFor(),
  },
  {
    name: "terms-accepted",
    path: "/Account/accept-terms",
    options: { account, script: { "account/status": statusOf(account) } },
    ready: ({ page }) => page.getByText("You read and accept the legal documents").waitFor(),
  },
  {
    name: "install",
    path: "/Install?shop=my-shop.myshopify.com&hmac=h&timestamp=1&returnurl=/Reports&host=o",
    options: { script: { "account/install": () => "no answer yet" } },
    ready: heading(/./),
  },
  {
    name: "login-history",
    path: "/Login",
    ready: async ({ page }) => {
      await page.evaluate(
        `localStorage.setItem("LOGIN_HISTORY_KEY", '["first-shop","a-shop-with-quite-a-long-name"]')`,
      );
      await page.reload();
      await page.getByRole("list", { name: "Logged in here before" }).waitFor();
    },
  },
  {
    name: "shop-menu",
    path: "/ContactUs",
    options: { account },
    ready: async ({ page }) => {
      await page.getByRole("button", { name: "Aurora" }).click();
      await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    },
  },
  {
    name: "main-menu",
    path: "/ContactUs",
    options: { account },
    ready: async ({ page }) => {
      await page.getByRole("heading", { name: "Contact Us" }).waitFor();
      const menu = page.getByRole("button", { name: /menu/i });
      // A wide screen shows the links themselves.
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("link", { name: "Reports", exact: true }).waitFor();
    },
  },
  {
    name: "documents-menu",
    path: "/Documents",
    ready: async ({ page }) => {
      await page.getByRole("heading", { name: "Legal documents" }).waitFor();
      await page.getByRole("button", { name: "Legal Documents" }).click();
      await page.getByRole("menuitem", { name: "Terms of Service" }).waitFor();
    },
  },
  { name: "offline", path: "/Offline", ready: ({ page }) => page.getByRole("heading").first().waitFor() },
  { name: "not-found", path: "/nowhere", options: { account }, ready: heading("Page not found") },
  {
    name: "help",
    path: "/Reports",
    options: { account, script: { "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0)] }) } },
    ready: async ({ page }) => {
      await page.getByRole("button", { name: "Help and tips" }).click();
      await page
        .locator("aside")
        .getByText(/report design/i)
        .first()
        .waitFor();
    },
  },
  {
    name: "shortcuts",
    path: "/ContactUs",
    options: { account },
    ready: async ({ page }) => {
      await page.getByRole("heading", { name: "Contact Us" }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  { name: "documents", path: "/Documents", ready: heading(/./) },
  { name: "privacy-notice", path: "/Documents/PrivacyNotice", ready: heading(/./) },
  { name: "terms-of-service", path: "/Documents/TermsOfService", ready: heading(/./) },
  { name: "data-protection-agreement", path: "/Documents/DataProtectionAgreement", ready: heading(/./) },
  { name: "contact-us", path: "/ContactUs", options: { account }, ready: heading("Contact Us") },
  {
    name: "contact-us-sent",
    path: "/ContactUs",
    options: { account, script: { "support/send-message": () => ({ data: true }) } },
    ready: async ({ page }) => {
      await page.getByLabel("Message").fill("How do I add the tax of each line?");
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByText("Message send successfully").waitFor();
    },
  },
];
