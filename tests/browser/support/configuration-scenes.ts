import { applyIntent, deriveIntent } from "#domain/core/intent.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { refuseBadPreferences } from "#domain/shop/validate-preferences.ts";
import type { Configuration, UpdateConfigurationPayload, UserPreferences } from "#domain/wire/account/configuration.ts";
import { configurationOnWire, preferencesFromWire } from "#domain/wire/account/configuration.ts";
import type { Scene } from "./scene.ts";
import { account, type Script, type Scripted } from "./scripted-api.ts";
import { customerRequests, receivedFiles } from "./scripted-customer-data.ts";

/** A shop's configuration on the server: saves are merged, and refused for fields that changed since. */
export const scriptedConfiguration = () => {
  let preferences = defaultPreferences;
  let acceptsMarketing = false;
  let alertAddress = "";
  let version = 5;
  const past = new Map([[version, preferences]]);
  const now = (): Scripted => ({
    data: configurationOnWire({
      preferences,
      acceptsMarketing,
      alertAddress,
      adminUrl: "https://aurora.example/admin",
    }) satisfies Configuration,
    etag: `"${version}"`,
  });
  const put = (changed: Preferences) => {
    preferences = changed;
    version += 1;
    past.set(version, preferences);
  };
  const change = (sent: Partial<UserPreferences>) => put(preferencesFromWire(sent, preferences));
  const script: Script = {
    "configuration/get": now,
    "configuration/update": (body, _url, headers) => {
      const seen = past.get(Number(headers?.["if-match"]?.replace(/\D/g, ""))) ?? preferences;
      const wanted = preferencesFromWire(body as Partial<UserPreferences>, seen);
      const intent = deriveIntent(seen, wanted);
      const meant = intent.map(({ field }) => field);
      const merged = { ...preferences, ...Object.fromEntries(meant.map((field) => [field, wanted[field]])) };
      const refusal = refuseBadPreferences(merged, meant);
      if (refusal) {
        const { message, details = "" } = refusal;
        return { status: 400, error: { code: "invalid", message, details } };
      }
      const { conflicts } = applyIntent(intent, preferences);
      if (conflicts.length > 0) {
        const by = { kind: "merchant" };
        const at = "2026-11-20T10:00:00.000Z";
        const details = conflicts.map(({ field, current, wanted }) => ({ field, by, at, current, wanted }));
        const message = "It was changed in another window.";
        return { status: 409, error: { code: "conflict", message, details: JSON.stringify(details) } };
      }
      const { AutomSendToMail = alertAddress } = body as UpdateConfigurationPayload;
      if (meant.length > 0 || AutomSendToMail !== alertAddress) put(merged);
      alertAddress = AutomSendToMail;
      return now();
    },
    "configuration/accepts-marketing": (body) => {
      acceptsMarketing = body === true;
      version += 1;
      past.set(version, preferences);
      return { data: acceptsMarketing };
    },
  };
  const alertsGoTo = (address: string) => {
    alertAddress = address;
  };
  return { script, change, alertsGoTo, now: () => ({ preferences, acceptsMarketing, alertAddress }) };
};

const shown: Scene["ready"] = ({ page }) => page.getByRole("combobox", { name: "Date format" }).waitFor();
const scene = (name: string, ready: Scene["ready"], script: Script = {}): Scene => ({
  name,
  path: "/Configuration",
  options: { account, script: { ...scriptedConfiguration().script, ...script } },
  ready,
});
const failure = { status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } };

/** The page Configuration in its states, and the menu that leads there. */
export const configurationScenes: Scene[] = [
  scene("configuration", shown),
  scene("configuration-menu", async (opened) => {
    await shown(opened);
    const { page } = opened;
    const gear = page.getByRole("button", { name: "Configuration" });
    if (await gear.isVisible()) {
      await gear.click();
      return page.getByRole("menuitem", { name: "User preferences" }).waitFor();
    }
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    return page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Configuration" }).waitFor();
  }),
  scene("configuration-shaded", async (opened) => {
    await shown(opened);
    await opened.page.getByRole("combobox", { name: "Shaded rows" }).click();
    await opened.page.getByRole("option", { name: "Every other order" }).click();
    await opened.page.locator("tr[data-band=true]").first().waitFor();
    await opened.page.getByRole("combobox", { name: "Shaded rows" }).scrollIntoViewIfNeeded();
  }),
  {
    ...scene("configuration-alerts", async (opened) => {
      await shown(opened);
      await opened.page.getByLabel("Send alerts to").fill("reports@");
      await opened.page.getByText("The address for alerts isn't an e-mail address.").waitFor();
    }),
    path: "/Configuration#Automation",
  },
  { ...scene("configuration-display", shown), path: "/Configuration#ReportDisplay" },
  { ...scene("configuration-files", shown), path: "/Configuration#ReportFiles" },
  {
    ...scene(
      "configuration-customer-data",
      async (opened) => {
        await shown(opened);
        const { page } = opened;
        await page.getByText("ann@example.com asks what data is kept about them").waitFor();
        await page.getByLabel("Customer's e-mail address or number").fill("ann@example.com");
        await page.getByRole("button", { name: "Find files" }).click();
        await page.getByText("3 files held orders of this customer.").waitFor();
        await page.getByRole("heading", { name: "Who received a customer's data" }).scrollIntoViewIfNeeded();
      },
      {
        "privacy/find-receivers": () => ({
          data: { Files: receivedFiles, Looked: 40, Of: 40, Continuation: null },
        }),
        "privacy/get-requests": () => ({ data: customerRequests }),
      },
    ),
    path: "/Configuration#CustomerData",
  },
  {
    ...scene(
      "configuration-customer-requests",
      async (opened) => {
        await shown(opened);
        await opened.page.getByText("A customer's data had to be erased").scrollIntoViewIfNeeded();
      },
      { "privacy/get-requests": () => ({ data: customerRequests }) },
    ),
    path: "/Configuration#CustomerData",
  },
  {
    ...scene("configuration-no-customer-data", async (opened) => {
      await shown(opened);
      await opened.page.getByText("No customer has asked yet.").waitFor();
    }),
    path: "/Configuration#CustomerData",
  },
  {
    ...scene(
      "configuration-support-acts",
      async (opened) => {
        await shown(opened);
        await opened.page.getByText("Changed the tier: Growth to Unlimited").scrollIntoViewIfNeeded();
      },
      {
        "configuration/support-acts": () => ({
          data: [
            { Id: "2", At: "2026-11-20T10:05:00.000Z", What: "Restarted a report" },
            { Id: "1", At: "2026-11-19T10:05:00.000Z", What: "Changed the tier: Growth to Unlimited" },
          ],
        }),
      },
    ),
    path: "/Configuration#SupportActs",
  },
  scene("configuration-dates", async (opened) => {
    await shown(opened);
    await opened.page.getByRole("combobox", { name: "Date format" }).click();
    await opened.page.getByRole("option", { name: /^DD\/MM\/YYYY/ }).waitFor();
  }),
  scene("configuration-loading", ({ page }) => page.getByLabel("Loading the configuration").waitFor(), {
    "configuration/get": () => "no answer yet",
  }),
  scene("configuration-failed", ({ page }) => page.getByText(failure.error.message).waitFor(), {
    "configuration/get": () => failure,
  }),
  scene(
    "configuration-not-saved",
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("checkbox", { name: "Allow experimental features" }).click();
      await opened.page.getByText("Your last changes are not saved yet.").waitFor();
    },
    { "configuration/update": () => failure },
  ),
];
