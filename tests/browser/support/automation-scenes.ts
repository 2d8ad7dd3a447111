import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { chooseCard, planned } from "./automation-editor.ts";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import {
  activeReport,
  automationAddress,
  automationServer,
  pausedReport,
  sampleScript,
  toFtp,
  toPublic,
  toWebhook,
  usualInfo,
} from "./scripted-automations.ts";
import { run } from "./scripted-history-of-runs.ts";

type Given = { automation?: AutomationOnWire; info?: Partial<AutomationInfo>; script?: Script };

const shown: Scene["ready"] = ({ page }) => planned(page);

const scene = (name: string, { automation, info, script = {} }: Given = {}, ready = shown): Scene => ({
  name: `automation-editor${name}`,
  path: automationAddress,
  options: {
    account,
    script: { ...automationServer(automation, info).script, ...script },
    clockFrom: "2026-11-20T12:05:00Z",
  },
  ready,
});

const to = (ReportDestination: AutomationOnWire["ReportDestination"]): AutomationOnWire => ({
  ...activeReport,
  ReportDestination,
});
const failing = { failed_tries: 2, failed_reason: "The server refused the user name or the password." };

const config: Script = {
  "app-config": () => ({
    data: {
      Environment: "local",
      Links: {},
      DemoShops: [],
      OutboundAddresses: ["203.0.113.7", "203.0.113.8", "203.0.113.9", "203.0.113.10"],
      MailAttachmentMaxMb: 7,
    },
  }),
};

const ftpSteps = ["resolved", "connected", "logged in", "wrote", "removed"].map((Step, place) => ({
  Step,
  Ms: 20 * (place + 1),
  Failed: false,
}));

/** A test run that is under way when it is first read, and has failed later. */
const endedTest = (): Script => {
  let isOpen = false;
  const failed = run(20, { RunId: "t1", Cause: "test", Outcome: "failed", FailedReason: failing.failed_reason });
  return {
    "automations/automation-info/a1": () => {
      const UnderWay = isOpen ? ({ RunId: "t1", Cause: "test" } as const) : null;
      isOpen = false;
      return { data: { ...usualInfo, UnderWay } };
    },
    "automations/test-automation/": () => {
      isOpen = true;
      return { data: null };
    },
    "reporting/automation-history/a1": () => ({ data: [failed] }),
  };
};

/** The editor of automated reports in its states (S-2.2.6), each of the six statuses among them. */
export const automationScenes: Scene[] = [
  scene("-no-filter", { automation: { ...pausedReport, report_filter_id: "" } }, async ({ page }) => {
    await page.getByRole("button", { name: "Start automated report" }).click();
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: /^All orders/ }).waitFor();
  }),
  scene("", { automation: activeReport, script: config }),
  scene("-paused"),
  scene("-custom", {
    automation: {
      ...activeReport,
      schedule: 7,
      custom_hour: 450,
      delay_automation: 2,
      starts_from: "2026-11-23",
      ends_to: "2026-12-31",
      apply_date_filter: false,
      file_type: 2,
    },
    info: { IsSlowReport: true },
  }),
  scene("-retry", {
    automation: { ...activeReport, ...failing, status: 4 },
    info: { RetryAt: "2026-11-20T12:10:00.000Z" },
  }),
  scene("-suspended", { automation: { ...activeReport, ...failing, failed_tries: 5, status: 3 } }),
  scene("-suspended-retry", {
    automation: { ...activeReport, ...failing, failed_tries: 5, status: 5 },
    info: { UnderWay: { RunId: "r1", Cause: "retry" } },
  }),
  scene(
    "-expired",
    {
      automation: { ...activeReport, status: 2, ends_to: "2026-11-19" },
      info: { NextExecution: null, Period: null, NextSlots: [] },
    },
    ({ page }) => page.getByText("Expired", { exact: true }).waitFor(),
  ),
  scene(
    "-resume",
    {
      info: {
        Skipped: {
          Count: 12,
          Period: { From: "2026-11-07T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" },
          Waiting: 0,
          MayHaveEach: true,
          One: [{ From: "2026-11-07T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" }],
          Each: 12,
        },
      },
    },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("switch", { name: "Paused" }).click();
      await opened.page.getByRole("dialog").waitFor();
    },
  ),
  scene(
    "-mail-server",
    {
      automation: {
        ...activeReport,
        failed_reason:
          "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.",
      },
      info: { RetryAt: "2026-11-20T12:10:00.000Z", UnderWay: { RunId: "r1", Cause: "slot" } },
    },
    shown,
  ),
  scene(
    "-resume-suspended",
    {
      automation: {
        ...activeReport,
        status: 3,
        next_execution: null,
        failed_tries: 5,
        failed_reason: failing.failed_reason,
      },
      info: {
        NextExecution: null,
        Period: null,
        Skipped: {
          Count: 6,
          Period: { From: "2026-11-09T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" },
          Waiting: 2,
          MayHaveEach: true,
          One: [
            { From: "2026-11-14T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" },
            { From: "2026-11-09T22:00:00.000Z", To: "2026-11-11T22:00:00.000Z" },
          ],
          Each: 7,
        },
      },
    },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("button", { name: "Start automated report" }).first().click();
      await opened.page.getByRole("dialog").waitFor();
    },
  ),
  scene(
    "-ftp",
    {
      automation: to(toFtp),
      info: { CanForgetHostKey: true },
      script: {
        ...config,
        "automations/test-ftp/a1": () => ({
          data: {
            Worked: true,
            Text: "Success! FTP is configured correctly.",
            Reason: null,
            Answer: null,
            Steps: ftpSteps,
          },
        }),
      },
    },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("button", { name: "Test FTP" }).click();
      await opened.page.getByText("Success!").waitFor();
    },
  ),
  scene("-ftp-new", { automation: activeReport, script: config }, async (opened) => {
    await shown(opened);
    await chooseCard(opened.page, "Destination", "FTP");
    await opened.page.getByRole("textbox", { name: "FTP host" }).fill("https://ftp.partner.example/in");
    await opened.page.getByText(/with nothing before or after it/).waitFor();
  }),
  scene(
    "-webhook",
    {
      automation: to(toWebhook),
      script: {
        "automations/webhook-secret/a1": () => ({ data: "whsec_7Qm2xkT9vYpL4nRz8sWb3cHd6fJg1aKe" }),
        "automations/test-webhook/a1": () => ({
          data: {
            Worked: false,
            Text: "Webhook test failed",
            Reason: "erp.example didn't answer within 2 seconds. Make it answer first and do its work afterwards.",
            Answer: null,
            Steps: [
              { Step: "resolved", Ms: 14, Failed: false },
              { Step: "connected", Ms: 22, Failed: false },
              { Step: "secured", Ms: 41, Failed: false },
              { Step: "called", Ms: 1923, Failed: true },
            ],
          },
        }),
      },
    },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("button", { name: "Show signing secret" }).click();
      await opened.page.getByRole("button", { name: "Test webhook" }).click();
      await opened.page.getByText("The call failed").scrollIntoViewIfNeeded();
    },
  ),
  scene(
    "-webhook-worked",
    {
      automation: to(toWebhook),
      script: {
        "automations/test-webhook/a1": () => ({
          data: {
            Worked: true,
            Text: "Success! Webhook is configured correctly.",
            Reason: null,
            Answer: "202 Thank you",
            Steps: ["resolved", "connected", "secured", "called"].map((Step, place) => ({
              Step,
              Ms: 14 * (place + 1),
              Failed: false,
            })),
          },
        }),
      },
    },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("button", { name: "Test webhook" }).click();
      await opened.page.getByText("Your system answered: 202 Thank you").waitFor();
    },
  ),
  scene("-test-failed", { automation: activeReport, script: endedTest() }, async ({ page }) => {
    await page.getByRole("button", { name: "Test run" }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("The test run failed.").waitFor();
  }),
  scene("-test-asks", { automation: activeReport }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Test run" }).click();
    await opened.page.getByRole("button", { name: "Send test" }).waitFor();
  }),
  scene("-sample", { script: sampleScript() }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Send me a sample" }).click();
    await opened.page.getByRole("button", { name: "Send sample" }).waitFor();
  }),
  scene(
    "-sample-making",
    { script: { ...sampleScript(), "reporting/pollExportList": () => "no answer yet" } },
    async (opened) => {
      await shown(opened);
      await opened.page.getByRole("button", { name: "Send me a sample" }).click();
      await opened.page.getByText("Making the newest report").waitFor();
    },
  ),
  scene("-sample-sent", { script: sampleScript({ Orders: 0, NotSentEmpty: true }) }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Send me a sample" }).click();
    await opened.page.getByRole("button", { name: "Send sample" }).click();
    await opened.page.getByText("The sample was sent to").waitFor();
  }),
  scene("-receiver", { automation: to(toWebhook) }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "What your receiver must check" }).click();
    await opened.page.getByText("isFromSheaf").waitFor();
  }),
  scene("-public", {
    automation: to(toPublic),
    info: { PublicUrl: "https://sheaf.example/public/k3J9xQ/Sales" },
  }),
  scene("-next", { automation: { ...activeReport, NextDestination: toPublic }, script: config }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Send to this link from now on" }).scrollIntoViewIfNeeded();
  }),
  scene("-loading", { script: { "automations/get-automation/a1": () => "no answer yet" } }, ({ page }) =>
    page.getByRole("status", { name: "Loading the automated report" }).waitFor(),
  ),
  scene(
    "-gone",
    { script: { "automations/get-automation/a1": () => ({ status: 404, error: { code: "x", message: "No." } }) } },
    ({ page }) => page.getByRole("heading", { name: "Automated report not found" }).waitFor(),
  ),
  scene("-same-files", {
    automation: { ...to(toFtp), same_files: [{ id: "a2", title: "Warehouse orders" }] },
  }),
  scene("-same-files-paused", {
    automation: {
      ...pausedReport,
      ReportDestination: toFtp,
      same_files: [
        { id: "a2", title: "Warehouse orders" },
        { id: "a3", title: "Every morning" },
      ],
    },
  }),
  scene("-delete", { automation: activeReport }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Delete" }).click();
    await opened.page.getByText("still goes out. The history is kept.").waitFor();
  }),
  scene("-help", { automation: pausedReport }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("button", { name: "Help and tips" }).click();
    await opened.page.locator("aside").getByText("When something fails").waitFor();
  }),
];
