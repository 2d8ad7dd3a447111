import type { Scene } from "./scene.ts";
import { account, design } from "./scripted-api.ts";

const heading =
  (name: string | RegExp): Scene["ready"] =>
  ({ page }) =>
    page.getByRole("heading", { name }).first().waitFor();

/** Log-in, gates, documents, Contact Us and the pages for when something is wrong. */
export const accountScenes: Scene[] = [
  { name: "login", path: "/Login", ready: heading("Demo shops") },
  { name: "login-logged-out", path: "/Login?logout=1", ready: heading("Demo shops") },
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
    options: { account: { ...account, accept_terms_etc: null } },
    ready: ({ page }) => page.getByRole("button", { name: "Accept" }).waitFor(),
  },
  {
    name: "select-tier-failed",
    path: "/Account/select-tier",
    options: { account },
    ready: ({ page }) => page.getByRole("link", { name: "Go back to login" }).waitFor(),
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
  { name: "documents", path: "/Documents", ready: heading(/./) },
  { name: "privacy-notice", path: "/Documents/PrivacyNotice", ready: heading(/./) },
  { name: "terms-of-service", path: "/Documents/TermsOfService", ready: heading(/./) },
  { name: "data-protection-agreement", path: "/Documents/DataProtectionAgreement", ready: heading(/./) },
  { name: "contact-us", path: "/ContactUs", options: { account }, ready: heading("Contact Us") },
];
