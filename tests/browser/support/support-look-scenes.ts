import type { LoginResponse } from "#domain/wire/account/account.ts";
import type { ImpersonationSession, ImpersonationSessions } from "#domain/wire/support/impersonation.ts";
import { scriptedConfiguration } from "./configuration-scenes.ts";
import { withOrders } from "./report-scenes.ts";
import type { Scene } from "./scene.ts";
import { account, design, type Script } from "./scripted-api.ts";

/** The page's clock begins here. */
export const lookBegins = "2026-11-20T10:00:00.000Z";
export const look: ImpersonationSession = {
  Agent: "Demo agent",
  Reason: "The report of yesterday is empty, they say, and nothing in its filter tells why.",
  EndsAt: "2026-11-20T10:15:00.000Z",
  ChangesUntil: null,
};
export const ticketPath = "/Account/impersonate/a-ticket-of-the-console";

/** The shop's page at the console. */
export const consolePage = "https://support.example/support/shops/s1/show";
const begun: LoginResponse & { Support: ImpersonationSession; Console: string | null } = {
  Shop: account,
  Token: "token-of-a-look",
  LoginAction: { Action: 0, ActivationUrl: null },
  Support: look,
  Console: consolePage,
};
/** A server that knows one ticket. */
export const scriptedLook = (now: ImpersonationSession = look): Script => ({
  "account/impersonate": () => ({ data: { ...begun, Support: now } }),
  "account/impersonation": () => ({ data: now }),
  "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0)] }),
});

export const pastLooks: ImpersonationSessions = {
  Grant: { AllowedAt: "2026-11-20T09:00:00.000Z", Hours: 24, Until: "2026-11-21T09:00:00.000Z" },
  Looks: [
    {
      Id: "l2",
      Agent: "Demo agent",
      Reason: look.Reason,
      From: "2026-11-20T10:00:00.000Z",
      Until: "2026-11-20T10:15:00.000Z",
      IsOpen: true,
      EndedBy: null,
      Changes: [
        { At: "2026-11-20T10:02:00.000Z", What: "Filter “Paid”: Renamed from “New filter 1” to “Paid”." },
        { At: "2026-11-20T10:03:00.000Z", What: "Date format: from YYYY/MM/DD to DD/MM/YYYY." },
      ],
    },
    {
      Id: "l1",
      Agent: "Another agent with a rather long name",
      Reason: "They asked how formulas work.",
      From: "2026-11-12T08:00:00.000Z",
      Until: "2026-11-12T08:07:00.000Z",
      IsOpen: false,
      EndedBy: "agent",
      Changes: [],
    },
  ],
};

const refused = {
  status: 403,
  error: {
    code: "ticket",
    message:
      "This link has already been used, is older than a minute, or was never issued. Get a new one from the support console.",
  },
};
const banner: Scene["ready"] = ({ page }) => page.getByRole("region", { name: "Sheaf support" }).waitFor();
const configuration = (name: string, looks: ImpersonationSessions, text: string): Scene => ({
  name,
  path: "/Configuration#SupportAccess",
  options: {
    account,
    script: { ...scriptedConfiguration().script, "support/get-looks": () => ({ data: looks }) },
  },
  ready: async ({ page }) => {
    await page.getByText(text).waitFor();
    await page.getByText(text).scrollIntoViewIfNeeded();
  },
});

/** Impersonation: the two pages that begin it, the banner, and the merchant's notice. */
export const supportLookScenes: Scene[] = [
  {
    name: "impersonate",
    path: ticketPath,
    options: { script: { "account/impersonate": () => "no answer yet" } },
    ready: ({ page }) => page.getByRole("heading", { name: "Please wait..." }).waitFor(),
  },
  {
    name: "impersonate-refused",
    path: ticketPath,
    options: { script: { "account/impersonate": () => refused } },
    ready: ({ page }) => page.getByText("This link has already been used").waitFor(),
  },
  {
    name: "impersonate-debug-refused",
    path: "/Account/impersonate-debug/none",
    ready: ({ page }) => page.getByText("The address must end with a shop's number").waitFor(),
  },
  {
    name: "support-banner",
    path: ticketPath,
    options: { clockFrom: lookBegins, script: scriptedLook() },
    ready: banner,
  },
  {
    name: "support-banner-changes",
    path: ticketPath,
    options: {
      clockFrom: lookBegins,
      script: scriptedLook({
        ...look,
        Reason: `${look.Reason} ${"They have tried this and that. ".repeat(12)}`,
        ChangesUntil: "2026-11-21T09:00:00.000Z",
      }),
    },
    ready: banner,
  },
  {
    name: "support-banner-dialog",
    path: ticketPath,
    options: { clockFrom: lookBegins, script: { ...scriptedLook(), ...withOrders } },
    ready: async ({ page }) => {
      await page.getByRole("checkbox", { name: "Select specific orders" }).click();
      await page.getByRole("dialog", { name: "Select specific orders" }).waitFor();
    },
  },
  {
    name: "support-banner-drawer",
    path: ticketPath,
    options: { clockFrom: lookBegins, script: scriptedLook() },
    ready: async ({ page }) => {
      await page.getByRole("button", { name: /Help/ }).first().click();
      await page.getByRole("heading", { name: "Which days" }).waitFor();
    },
  },
  {
    name: "look-ended",
    path: ticketPath,
    options: { clockFrom: lookBegins, script: scriptedLook() },
    ready: async ({ page }) => {
      await page.getByRole("region", { name: "Sheaf support" }).getByRole("button", { name: "End" }).click();
      await page.getByRole("heading", { name: "Your session in Aurora has ended" }).waitFor();
    },
  },
  configuration("configuration-support-access", pastLooks, "Date format: from"),
  configuration("configuration-nobody-looked", { Grant: null, Looks: [] }, "There have been no sessions yet."),
];
