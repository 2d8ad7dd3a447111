import {
  AutomationStatus,
  Delay,
  DestinationKind,
  FileType,
  Frequency,
  FtpProtocol,
  Weekday,
} from "#domain/enumerations.ts";
import type { AutomationOnWire, ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { DeletedItem } from "#domain/wire/history.ts";
import { cannotCreateTitle } from "#domain/workspace/automations/cannot-create-title.ts";
import { quotaMessages } from "#domain/workspace/refusals.ts";
import { design, type Script, type Scripted } from "./scripted-api.ts";

const toShop = {
  Destination: DestinationKind.Email,
  Email: {
    ToMail: "owner@aurora.example",
    FromName: "",
    FromMail: "",
    Subject: "",
    SendAsLink: false,
    CustomMessage: "",
  },
  Ftp: null,
  Webhook: null,
  PublicUrl: null,
} satisfies AutomationOnWire["ReportDestination"];

/** One that runs daily and was delivered, unless `change` says otherwise. */
export const automation = (id: string, title: string, change: Partial<ListedAutomation> = {}): ListedAutomation => ({
  id,
  title,
  status: AutomationStatus.Active,
  report_id: "d1",
  report_filter_id: "f1",
  file_type: FileType.Excel,
  export_empty_reports: false,
  schedule: Frequency.Daily,
  delay_automation: Delay.NoDelay,
  custom_weekly_day: Weekday.Monday,
  custom_monthly_day: 1,
  custom_hour: 1,
  starts_from: null,
  ends_to: null,
  apply_date_filter: true,
  next_execution: "2026-11-23T22:01:00.000Z",
  failed_tries: 0,
  failed_reason: null,
  ReportDestination: toShop,
  last_run: { Outcome: "delivered", At: "2026-11-22T22:01:40.000Z" },
  ...change,
});

const ftp = {
  ...toShop,
  Destination: DestinationKind.Ftp,
  Email: null,
  Ftp: {
    HostName: "ftp.warehouse.example:2222",
    DirectoryPath: "/in/orders",
    Username: "aurora",
    Password: "",
    FtpProtocol: FtpProtocol.SFTP,
    WriteDirectly: false,
  },
} satisfies AutomationOnWire["ReportDestination"];

/** One of each status, and of each kind of destination. Their clock is noon of 23 November 2026, UTC. */
const usualAutomations: ListedAutomation[] = [
  automation("a1", "Accounting, every morning", {
    ReportDestination: {
      ...toShop,
      Email: { ...toShop.Email, ToMail: "books@accounting.example; tax@accounting.example, owner@aurora.example" },
    },
  }),
  automation("a2", "Warehouse orders", {
    status: AutomationStatus.ActiveRetry,
    report_id: "d3",
    file_type: FileType.Csv,
    schedule: Frequency.Every4Hours,
    next_execution: "2026-11-23T14:00:00.000Z",
    failed_tries: 2,
    failed_reason: "The server at ftp.warehouse.example refused the file: “552 Disk full.”",
    ReportDestination: ftp,
    last_run: { Outcome: "failed", At: "2026-11-23T10:02:00.000Z" },
  }),
  automation("a3", "Stock feed", {
    status: AutomationStatus.Suspended,
    file_type: FileType.Xml,
    schedule: Frequency.Hourly,
    next_execution: null,
    failed_tries: 5,
    failed_reason: "The webhook at hooks.partner.example answered 500 (Internal Server Error).",
    ReportDestination: {
      ...toShop,
      Destination: DestinationKind.Webhook,
      Email: null,
      Webhook: { Method: 1, Url: "https://hooks.partner.example/in?key=secret" },
    },
    last_run: { Outcome: "failed", At: "2026-11-22T09:02:00.000Z" },
  }),
  automation("a4", "Stock feed, second partner", {
    status: AutomationStatus.SuspendedRetry,
    schedule: Frequency.Every12Hours,
    next_execution: null,
    failed_tries: 5,
    failed_reason: "The server's host key changed. Check with its owner, then forget the old key.",
    ReportDestination: ftp,
    last_run: { Outcome: "failed", At: "2026-11-21T09:02:00.000Z" },
  }),
  automation("a5", "Newsletter figures", {
    status: AutomationStatus.Paused,
    report_id: "d2",
    file_type: FileType.Html,
    schedule: Frequency.Weekly,
    next_execution: null,
    ReportDestination: {
      ...toShop,
      Destination: DestinationKind.PublicUrl,
      Email: null,
      PublicUrl: { ReportName: "Newsletter figures", Url: null, IsPossible: true },
    },
    last_run: null,
  }),
  automation("a6", "Autumn sale", {
    status: AutomationStatus.Expired,
    schedule: Frequency.CustomMonthly,
    custom_monthly_day: 31,
    next_execution: null,
    ends_to: "2026-10-31",
    last_run: { Outcome: "empty", At: "2026-10-31T22:01:20.000Z" },
  }),
];

const unknown: Scripted = { status: 404, error: { code: "unknown", message: "There is no such thing." } };
const rule = (message: string, details?: string): Scripted => ({
  status: 200,
  error: { code: "rule", message, ...(details !== undefined && { details }) },
});

/** A server of automated reports. `missing`: why none can be created. */
export const automationListServer = (given: { items?: ListedAutomation[]; most?: number; missing?: string } = {}) => {
  const at = { items: given.items ?? usualAutomations, most: given.most ?? 10, made: 0, deleted: [] as DeletedItem[] };
  const gone = new Map<string, ListedAutomation>();
  const added = (title: string): Scripted => {
    if (at.items.length >= at.most) return rule(quotaMessages.automation);
    at.made += 1;
    const { last_run: _, ...item } = automation(`new${at.made}`, title, {
      status: AutomationStatus.Paused,
      next_execution: null,
    });
    at.items = [...at.items, { ...item, last_run: null }];
    return { data: item };
  };
  const script: Script = {
    "automations/get-automations": () => ({ data: at.items }),
    "automations/create-new": () =>
      given.missing === undefined ? added(`Untitled${at.made + 1}`) : rule(given.missing, cannotCreateTitle),
    "automations/clone": (id) => {
      const source = at.items.find((item) => item.id === id);
      return source ? added(`Copy of ${source.title}`) : unknown;
    },
    "automations/delete": (id) => {
      const item = at.items.find((one) => one.id === id);
      if (item === undefined) return unknown;
      at.items = at.items.filter((one) => one !== item);
      gone.set(item.id, item);
      at.deleted = [{ id: item.id, title: item.title, DeletedAt: "2026-11-23T11:58:00Z", Version: 9 }, ...at.deleted];
      return { data: "ok" };
    },
    "automations/deleted": () => ({ data: at.deleted }),
    "automations/restore": (body) => {
      const item = gone.get((body as { id: string }).id);
      if (item === undefined) return unknown;
      at.deleted = at.deleted.filter(({ id }) => id !== item.id);
      const { last_run, ...back } = { ...item, status: AutomationStatus.Paused, next_execution: null };
      at.items = [...at.items, { ...back, last_run }];
      return { data: { Item: back, NotRestored: [] }, etag: '"10"' };
    },
    "reports/get-reports": () => ({
      data: [design("d1", "Accounting", 0), design("d2", "Figures of the week", 1), design("d3", "Packing list", 2)],
    }),
    "appData/getResourceRestrictions": () => ({
      data: { MaxReports: 25, MaxFilters: 25, MaxAutomations: at.most },
    }),
  };
  return { at, script };
};
