import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type {
  AutomationOnWire,
  ReportDestination,
  UpdateAutomationPayload,
} from "#domain/wire/automations/automations.ts";
import type { SampleOnWire } from "#domain/wire/automations/sample.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { newOnWire, nowhere } from "#tests/support/automation-on-wire.ts";
import { design, job, type Script, type Scripted } from "./scripted-api.ts";

export const toMail: ReportDestination = {
  ...nowhere,
  Destination: 0,
  Email: {
    ToMail: "owner@aurora.example",
    FromName: "",
    FromMail: "",
    Subject: "",
    SendAsLink: false,
    CustomMessage: "",
  },
};
export const toFtp: ReportDestination = {
  ...nowhere,
  Destination: 1,
  Ftp: {
    HostName: "ftp.partner.example",
    DirectoryPath: "/in/orders",
    Username: "aurora",
    Password: passwordMask,
    FtpProtocol: 2,
    WriteDirectly: false,
  },
};
export const toWebhook: ReportDestination = {
  ...nowhere,
  Destination: 2,
  Webhook: { Method: 1, Url: "https://erp.example/reports" },
};
export const toPublic: ReportDestination = {
  ...nowhere,
  Destination: 3,
  PublicUrl: { ReportName: "Sales", Url: "https://sheaf.example/public/k3J9xQ/Sales", IsPossible: true },
};

/** Paused, by e-mail, every day. */
export const pausedReport: AutomationOnWire = {
  ...newOnWire,
  id: "a1",
  title: "Orders for the warehouse",
  report_id: "d1",
  report_filter_id: "f1",
  ReportDestination: toMail,
};
export const activeReport: AutomationOnWire = {
  ...pausedReport,
  status: 0,
  next_execution: "2026-11-20T22:01:00.000Z",
};

const dayFrom = (day: number) => `2026-11-${day}T22:00:00.000Z`;

/** Information of a shop in Athens, whose days begin at 22:00 UTC. */
export const usualInfo: AutomationInfo = {
  Period: { From: dayFrom(19), To: dayFrom(20) },
  NextExecution: "2026-11-20T22:01:00.000Z",
  IsSlowReport: false,
  PublicUrlIsPossible: true,
  PublicUrl: null,
  NextSlots: [20, 21, 22, 23, 24].map((day) => ({
    RunsAt: `2026-11-${day}T22:01:00.000Z`,
    Period: { From: dayFrom(day - 1), To: dayFrom(day) },
  })),
  Skipped: null,
  UnderWay: null,
  RetryAt: null,
  CanForgetHostKey: false,
};

/** A password never comes back. */
const answered = (sent: UpdateAutomationPayload["ReportDestination"]): ReportDestination => ({
  ...nowhere,
  Destination: sent.Destination,
  Email: sent.Email ?? null,
  Ftp: sent.Ftp ? { ...sent.Ftp, WriteDirectly: sent.Ftp.WriteDirectly ?? false, Password: passwordMask } : null,
  Webhook: sent.Webhook ?? null,
  PublicUrl: sent.PublicUrl
    ? { ReportName: sent.PublicUrl.ReportName, Url: "https://sheaf.example/public/k3J9xQ/Sales", IsPossible: true }
    : null,
});

/** A server of one automated report: merges nothing, takes what is sent, counts versions. */
export const automationServer = (automation: AutomationOnWire = pausedReport, info: Partial<AutomationInfo> = {}) => {
  const server = { automation, version: 3, info: { ...usualInfo, ...info } };
  const now = (): Scripted => ({
    data: server.automation,
    etag: `"${server.version}-${server.automation.status}"`,
  });
  const filter = { ordering: 0, order_filter_view: 0 as const };
  const script: Script = {
    "reports/get-reports": () => ({ data: [design("d1", "Order lines", 0), design("d2", "Stock", 1)] }),
    "filters/get-filters": () => ({
      data: [
        { ...filter, id: "f1", title: "Paid orders" },
        { ...filter, id: "f2", title: "Wholesale" },
      ],
    }),
    "automations/get-automations": () => ({ data: [server.automation] }),
    "automations/get-automation/a1": now,
    "automations/update-automation": (body) => {
      const { ReportDestination, NextDestination, ...sent } = body as UpdateAutomationPayload;
      const { next_execution, failed_tries, failed_reason } = server.automation;
      server.automation = {
        ...sent,
        next_execution,
        failed_tries,
        failed_reason,
        title: sent.title.trim(),
        ReportDestination: answered(ReportDestination),
        ...(NextDestination && { NextDestination: answered(NextDestination) }),
      };
      server.version += 1;
      return now();
    },
    "automations/automation-info/a1": () => ({ data: server.info }),
    "automations/start": () => {
      server.automation = { ...server.automation, status: 0 };
      server.info = { ...server.info, Skipped: null };
      server.version += 1;
      return now();
    },
    "automations/test-automation/": () => ({ data: null }),
    "automations/try-now": () => ({ data: null }),
    "automations/deleted": () => ({ data: [] }),
  };
  return { server, script };
};

/** A sample whose export is made when it is first asked for, and whose mail is sent at once. */
export const sampleScript = (change: Partial<SampleOnWire> = {}): Script => {
  let Outcome: SampleOnWire["Outcome"] = null;
  return {
    "automations/make-sample": () => ({ data: job({ Status: 10, PublicUrl: null }) }),
    "reporting/pollExportList": () => ({ data: [job({})] }),
    "automations/get-sample/e1": () => ({
      data: {
        To: "owner@aurora.example",
        Subject: "Orders for the warehouse, 19 Nov 2026",
        Text: [
          'Your report "Orders for the warehouse" for 19 Nov 2026 is ready.',
          "The file is attached: Orders for the warehouse 2026-11-20 0001.xlsx",
          "This is a sample. It was sent to you only.",
        ].join("\n\n"),
        FileName: "Orders for the warehouse 2026-11-20 0001.xlsx",
        Bytes: 48_213,
        Attached: true,
        Orders: 12,
        NotSentEmpty: false,
        Outcome,
        ...change,
      } satisfies SampleOnWire,
    }),
    "automations/send-sample": () => {
      Outcome = "sent";
      return { data: null };
    },
  };
};

export const automationAddress = "/Automation/Edit/a1";
