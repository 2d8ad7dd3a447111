import { describe, expect, it } from "vitest";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { automationEditors, chooseCard } from "./support/automation-editor.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { activeReport, pausedReport, toFtp, toMail, toPublic, toWebhook } from "./support/scripted-automations.ts";

const ftpReport = { ...pausedReport, ReportDestination: toFtp };
const webhookReport = { ...pausedReport, ReportDestination: toWebhook };

const outcome = (change: object) => () => ({
  data: {
    Worked: true,
    Text: "Success! FTP is configured correctly.",
    Reason: null,
    Answer: null,
    Steps: [
      { Step: "resolved", Ms: 12, Failed: false },
      { Step: "logged in", Ms: 1340, Failed: false },
    ],
    ...change,
  },
});

describe.runIf(hasChromium())("the destination of an automated report", () => {
  const screens = useScreens();
  const show = automationEditors(screens);

  it("sends it to several people with the merchant's own message, and explains the limits of a mail", async () => {
    const { page, saved } = await show({
      change: {
        "app-config": () => ({ data: { Environment: "local", Links: {}, DemoShops: [], MailAttachmentMaxMb: 7 } }),
      },
    });
    await page.getByRole("textbox", { name: "Recipients" }).fill("a@aurora.example, b@aurora.example,");
    await page.getByRole("textbox", { name: "Subject" }).fill("{title} of {period}");
    await expect
      .poll(() => saved().at(-1)?.ReportDestination.Email)
      .toMatchObject({ ToMail: "a@aurora.example, b@aurora.example,", Subject: "{title} of {period}" });
    await page.getByText("Files over about 7 MB are sent as a link, and the e-mail says so.").waitFor();
    await page.getByText("the days or hours that the report covers").waitFor();
    await page.getByRole("textbox", { name: "Recipients" }).fill("a@aurora.example; nobody");
    await page.getByText("Recipient 2 isn't an e-mail address.").waitFor();
  });

  it("doesn't change text while it is being typed if the server stores it differently", async () => {
    const { page, server } = await show();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Orders for ");
    await expect.poll(() => server.automation.title).toBe("Orders for");
    await page.getByText("Saved", { exact: true }).waitFor();
    await title.pressSequentially("Berlin");
    await expect.poll(() => server.automation.title).toBe("Orders for Berlin");
  });

  it("stays e-mail until the FTP fields are complete, and is saved then", async () => {
    const { page, saved, server } = await show();
    await chooseCard(page, "Destination", "FTP");
    await page.getByText("Until then, they go where they went before: e-mail.").waitFor();
    await page.getByRole("textbox", { name: "FTP host" }).fill("ftp.partner.example");
    await page.getByRole("textbox", { name: "FTP user name" }).fill("aurora");
    await expectAccessible(page);
    expect(saved().filter(({ ReportDestination }) => ReportDestination.Destination !== 0)).toEqual([]);
    await page.getByLabel("FTP password").fill("secret");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => saved().at(-1)?.ReportDestination)
      .toEqual({
        Destination: 1,
        Ftp: {
          HostName: "ftp.partner.example",
          DirectoryPath: "",
          Username: "aurora",
          Password: "secret",
          FtpProtocol: 0,
          WriteDirectly: false,
        },
      });
    await expect.poll(() => page.getByLabel("FTP password").inputValue()).toBe(passwordMask);
    expect(server.automation.ReportDestination.Destination).toBe(1);
    await page.getByRole("checkbox", { name: "Write directly under the final name" }).check();
    await expect.poll(() => saved().at(-1)?.ReportDestination.Ftp?.WriteDirectly).toBe(true);
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  it("keeps the typed e-mail fields if another kind is chosen", async () => {
    const { page, server } = await show();
    await page.getByRole("textbox", { name: "Subject" }).fill("Daily orders");
    await chooseCard(page, "Destination", "Public link");
    await expect.poll(() => server.automation.ReportDestination.PublicUrl?.ReportName).toBe("Orders for the warehouse");
    await chooseCard(page, "Destination", "Email");
    await expect.poll(() => server.automation.ReportDestination.Email?.Subject).toBe("Daily orders");
  });

  it("names the fields missing for a test or a start, only of the chosen kind", async () => {
    const { page } = await show();
    await chooseCard(page, "Destination", "FTP");
    const host = page.getByText("Enter the server's host name", { exact: false });
    await page.getByRole("button", { name: "Test FTP" }).waitFor();
    expect(await host.count()).toBe(0);
    await page.getByRole("button", { name: "Test FTP" }).click();
    await page.getByText("Nothing was tested, because some of your changes aren't saved.", { exact: false }).waitFor();
    await host.waitFor();
    await page.getByText("Enter the password for the server.").waitFor();
    await expectAccessible(page);
    await chooseCard(page, "Destination", "Webhook");
    const address = page.getByText("Enter the address of the webhook", { exact: false });
    await page.getByRole("button", { name: "Test webhook" }).waitFor();
    expect(await address.count()).toBe(0);
    await page.getByRole("button", { name: "Start automated report" }).click();
    await page.getByText("Correct the highlighted fields, then try again.", { exact: false }).waitFor();
    await address.waitFor();
  });

  it("says what happens to text typed for another kind", async () => {
    const { page, server } = await show();
    await chooseCard(page, "Destination", "FTP");
    await page.getByRole("textbox", { name: "FTP host" }).fill("ftp.partner.example");
    await chooseCard(page, "Destination", "Email");
    await page.getByText("What you typed for FTP stays here while this page is open, but isn't saved").waitFor();
    await chooseCard(page, "Destination", "Public link");
    await expect.poll(() => server.automation.ReportDestination.PublicUrl?.ReportName).toBe("Orders for the warehouse");
    await page.getByText("What you set for e-mail stays here while this page is open.").waitFor();
    await chooseCard(page, "Destination", "FTP");
    expect(await page.getByRole("textbox", { name: "FTP host" }).inputValue()).toBe("ftp.partner.example");
  });

  it("hides the outcome of a test once the destination is changed", async () => {
    const { page, callsOf } = await show({
      automation: ftpReport,
      change: { "automations/test-ftp/a1": outcome({}) },
    });
    await page.getByRole("button", { name: "Test FTP" }).click();
    await page.getByText("Success! FTP is configured correctly.").waitFor();
    // The server's key can be forgotten from now on.
    await expect.poll(() => callsOf("automations/automation-info/a1").length).toBeGreaterThan(1);
    await page.getByRole("textbox", { name: "FTP directory" }).fill("/elsewhere");
    await page.getByText("Success! FTP is configured correctly.").waitFor({ state: "hidden" });
  });

  it("stores no password in the browser, and sends none that wasn't typed", async () => {
    const { page, saved } = await show({ automation: ftpReport });
    const password = page.getByLabel("FTP password");
    expect(await password.inputValue()).toBe(passwordMask);
    await page.getByRole("textbox", { name: "FTP directory" }).fill("/in");
    await expect
      .poll(() => saved().at(-1)?.ReportDestination.Ftp)
      .toMatchObject({ DirectoryPath: "/in", Password: passwordMask });
    await password.focus();
    await page.keyboard.press("Tab");
    expect(await password.inputValue()).toBe(passwordMask);
    await page.route(/update-automation$/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await password.fill("another secret");
    await page.keyboard.press("Tab");
    await page.getByText("Your last changes are not saved yet.").waitFor();
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain("another secret");
  });

  it("asks for the password again before it is sent to another server", async () => {
    const { page, saved } = await show({ automation: ftpReport });
    await page.getByRole("textbox", { name: "FTP host" }).fill("ftp.other.example");
    await page.getByText("That password was entered for another server.").waitFor();
    expect(saved()).toEqual([]);
    await page.getByLabel("FTP password").fill("its own");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => saved().at(-1)?.ReportDestination.Ftp)
      .toMatchObject({ HostName: "ftp.other.example", Password: "its own" });
  });

  it("tests the server, showing that it is contacted and then each step", async () => {
    const { page } = await show({
      automation: ftpReport,
      change: { "automations/test-ftp/a1": () => "no answer yet" },
    });
    await page.getByRole("button", { name: "Test FTP" }).click();
    await page.getByText("Contacting FTP server").waitFor();
    const { page: other } = await show({ automation: ftpReport, change: { "automations/test-ftp/a1": outcome({}) } });
    await other.getByRole("button", { name: "Test FTP" }).click();
    await other.getByText("Success! FTP is configured correctly.").waitFor();
    expect(await other.getByRole("list", { name: "What the test did" }).getByRole("listitem").allInnerTexts()).toEqual([
      "Found the server · 12 ms",
      "Logged in · 1,340 ms",
    ]);
    await expectAccessible(other);
  });

  it("shows the response of the called system", async () => {
    const Steps = ["resolved", "connected", "secured", "called"].map((Step) => ({ Step, Ms: 12, Failed: false }));
    const worked = { Text: "Success! Webhook is configured correctly.", Answer: "202 Thank you", Steps };
    const { page } = await show({
      automation: webhookReport,
      change: { "automations/test-webhook/a1": outcome(worked) },
    });
    await page.getByRole("button", { name: "Test webhook" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Success! Webhook is configured correctly." });
    await alert.getByText("Your system answered: 202 Thank you").waitFor();
    expect(await alert.getByRole("listitem").allInnerTexts()).toEqual([
      "Found the server · 12 ms",
      "Connected · 12 ms",
      "Secured the connection · 12 ms",
      "Called · 12 ms",
    ]);
  });

  it("says why a test failed, and at which step", async () => {
    const Steps = [
      { Step: "resolved", Ms: 12, Failed: false },
      { Step: "connected", Ms: 3000, Failed: true },
    ];
    const failed = {
      Worked: false,
      Text: "Webhook test failed",
      Reason: "The server did not answer.",
      Answer: null,
      Steps,
    };
    const { page } = await show({
      automation: webhookReport,
      change: { "automations/test-webhook/a1": outcome(failed) },
    });
    await page.getByRole("button", { name: "Test webhook" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Webhook test failed" });
    expect(await alert.innerText()).toContain("The server did not answer.");
    await alert.getByText("Couldn't connect").waitFor();
  });

  it("shows our addresses next to the server, if they are configured", async () => {
    const addresses = ["203.0.113.7", "203.0.113.8"];
    const { page } = await show({
      automation: ftpReport,
      change: {
        "app-config": () => ({
          data: { Environment: "local", Links: {}, DemoShops: [], OutboundAddresses: addresses },
        }),
      },
    });
    await page.getByRole("group", { name: "Our addresses" }).getByText("203.0.113.7, 203.0.113.8").waitFor();
    const { page: other } = await show({ automation: ftpReport });
    expect(await other.getByRole("group", { name: "Our addresses" }).count()).toBe(0);
  });

  it("forgets a server's key only after a confirmation", async () => {
    const { page, callsOf } = await show({
      automation: ftpReport,
      info: { CanForgetHostKey: true },
      change: { "automations/forget-host-key": () => ({ data: null }) },
    });
    await page.getByRole("button", { name: "Forget the server's key" }).click();
    expect(callsOf("automations/forget-host-key")).toEqual([]);
    await page.getByRole("button", { name: "Forget key" }).click();
    await page.getByText("The server's key is forgotten.").waitFor();
    expect(callsOf("automations/forget-host-key").map(({ body }) => body)).toEqual(["a1"]);
  });

  it("shows the signing secret on request, copies it and renews it", async () => {
    const { page } = await show({
      automation: webhookReport,
      change: {
        "automations/webhook-secret/a1": () => ({ data: "first-secret" }),
        "automations/new-webhook-secret": () => ({ data: "second-secret" }),
      },
    });
    const secret = page.getByRole("textbox", { name: "Signing secret" });
    expect(await secret.count()).toBe(0);
    await page.getByRole("button", { name: "Show signing secret" }).click();
    expect(await secret.inputValue()).toBe("first-secret");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Signing secret copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("first-secret");
    await page.getByRole("button", { name: "Renew", exact: true }).click();
    await page.getByRole("button", { name: "Renew secret" }).click();
    await expect.poll(() => secret.inputValue()).toBe("second-secret");
    await page.getByRole("button", { name: "What your receiver must check" }).click();
    const dialog = page.getByRole("dialog", { name: "What your receiver must check" });
    await dialog.getByText("isFromSheaf").waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });

  it("has a public link to copy, or says that its name can't be used", async () => {
    const url = "https://sheaf.example/public/k3J9xQ/Sales";
    const { page } = await show({
      automation: { ...pausedReport, ReportDestination: toPublic },
      info: { PublicUrl: url },
    });
    const link = page.getByRole("textbox", { name: "Public link", exact: true });
    expect([await link.inputValue(), await link.getAttribute("readonly")]).toEqual([url, ""]);
    await page.getByRole("button", { name: "Copy the public link" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(url);
    const { page: other } = await show({
      automation: { ...pausedReport, ReportDestination: toPublic },
      info: { PublicUrlIsPossible: false },
    });
    await other.getByText("This name can't be used").waitFor();
  });

  it("stays the same in a running report until a button is pressed, by keyboard only", async () => {
    const { page, saved, server } = await show({ automation: activeReport });
    await tabTo(page, page.getByRole("radio", { name: "Email" }), 80);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => saved().at(-1)?.NextDestination?.Destination).toBe(3);
    expect(saved().every(({ ReportDestination }) => ReportDestination.Destination === 0)).toBe(true);
    await page.getByText("Not in use yet").waitFor();
    await page.getByText("Reports still go by e-mail.").waitFor();
    const changes = page.getByRole("group", { name: "What changes" });
    expect(await changes.getByRole("listitem").allInnerTexts()).toEqual([
      "The e-mails stop.",
      "Anyone with the link can read the newest report without logging in. Each report replaces the one before.",
      "A report that's already under way goes there too.",
    ]);
    await expectAccessible(page);
    await expectFitsTelephone(page);
    await page.reload();
    const button = page.getByRole("button", { name: "Send to this link from now on" });
    await button.waitFor();
    expect(server.automation.ReportDestination.Destination).toBe(0);
    await tabTo(page, button, 80);
    await page.keyboard.press("Enter");
    await page.getByText("Reports go to the public link from now on.").waitFor();
    expect(server.automation).toMatchObject({ ReportDestination: { Destination: 3 } });
    expect(server.automation.NextDestination).toBeUndefined();
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('value')")).toBe("3");
  });

  it("is dropped in a running report if the one in use is chosen again", async () => {
    const { page, saved, server } = await show({ automation: { ...activeReport, NextDestination: toWebhook } });
    expect(await page.getByRole("textbox", { name: "Webhook address" }).inputValue()).toBe(
      "https://erp.example/reports",
    );
    await chooseCard(page, "Destination", "Email");
    await expect.poll(() => saved().at(-1)?.NextDestination).toBeNull();
    expect(server.automation.ReportDestination).toEqual(toMail);
    await page.getByText("Not in use yet").waitFor({ state: "hidden" });
  });

  it("isn't used, with the reason, if the server refuses it", async () => {
    const reason = "Another automated report has this public name. Enter another one.";
    const { page } = await show({
      automation: { ...activeReport, NextDestination: toPublic },
      change: {
        "automations/update-automation": () => ({ status: 200, error: { code: "ValidationError", message: reason } }),
      },
    });
    await page.getByRole("button", { name: "Send to this link from now on" }).click();
    await page.getByText(reason).waitFor();
    await page.getByText("Reports still go by e-mail.").waitFor();
    await page.getByRole("button", { name: "Send to this link from now on" }).waitFor();
  });

  it("is saved as shown, even if another kind was left incomplete", async () => {
    const { page, server } = await show({ automation: activeReport });
    await chooseCard(page, "Destination", "FTP");
    await page.getByText("Fill in the fields below to save your choice.").waitFor();
    await page.getByRole("textbox", { name: "FTP user name" }).fill("aurora");
    await page.getByText("Not saved").waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    // The server refuses incomplete fields.
    let refused = 0;
    await page.route(/update-automation$/, async (route) => {
      const { NextDestination } = route.request().postDataJSON();
      if (NextDestination?.Destination !== 1) return route.fallback();
      const field = "ReportDestination.Ftp.HostName";
      const ErrorDetails = JSON.stringify([{ field, message: "Enter the host of the server." }]);
      const failed = { ErrorCode: "invalid", ErrorMessage: "A field is not correct.", ErrorDetails, ErrorHelp: null };
      refused += 1;
      await route.fulfill({ status: 400, json: { Ok: false, Data: null, ...failed } });
    });
    await page.reload();
    await page.getByRole("button", { name: "Test FTP" }).waitFor();
    await chooseCard(page, "Destination", "Public link");
    await page.getByText("Your choice is saved.", { exact: false }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send to this link from now on" }).click();
    await page.getByText("Reports go to the public link from now on.").waitFor();
    expect(server.automation).toMatchObject({ ReportDestination: { Destination: 3 } });
    expect(refused).toBe(0);
  });

  it("can be dropped by a button in a running report, by keyboard only", async () => {
    const { page, saved, server } = await show({ automation: { ...activeReport, NextDestination: toWebhook } });
    const keep = page.getByRole("button", { name: "Keep sending by e-mail" });
    await tabTo(page, keep, 80);
    await page.keyboard.press("Enter");
    await expect.poll(() => saved().at(-1)?.NextDestination).toBeNull();
    expect(await keep.count()).toBe(0);
    expect(server.automation.ReportDestination).toEqual(toMail);
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('value')")).toBe("0");
  });

  it("has no unsaved changes if a kind was only viewed", async () => {
    const { page } = await show({ automation: activeReport });
    await chooseCard(page, "Destination", "FTP");
    await page.getByText("Fill in the fields below to save your choice.").waitFor();
    await expect.poll(() => page.evaluate("Object.keys(localStorage).join()")).not.toContain("DRAFT_KEY");
    await page.getByRole("link", { name: "Manager" }).first().click();
    await page.waitForURL(/\/Manager$/);
    expect(await page.getByText("are not saved yet").count()).toBe(0);
  });

  it("isn't reported as saved before it is", async () => {
    const { page } = await show({ automation: activeReport });
    await page.route(/update-automation$/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await chooseCard(page, "Destination", "Public link");
    await page.getByText("Your choice isn't saved yet.", { exact: false }).waitFor();
    await page.getByText("Your last changes are not saved yet.", { exact: false }).waitFor();
    await page.getByText("Reports still go by e-mail. Your choice isn't saved yet.").waitFor();
    await page.getByRole("button", { name: "Send to this link from now on" }).click();
    await page.getByText("Wait until they are saved, then try again.", { exact: false }).waitFor();
  });

  it("can be chosen by keyboard only", async () => {
    const { page, saved } = await show();
    await tabTo(page, page.getByRole("radio", { name: "Email" }), 80);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => saved().at(-1)?.ReportDestination.Destination).toBe(3);
  });
});
