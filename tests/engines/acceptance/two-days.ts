import { expect } from "vitest";
import {
  AutomationStatus,
  DestinationKind,
  FileType,
  FinancialStatus,
  FtpProtocol,
  Sorting,
  WebhookMethod,
} from "#domain/enumerations.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { AutomationOnWire, DestinationPayload, ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import {
  createDesign,
  generate,
  logIn,
  type Merchant,
  openDownload,
  saveFilter,
  waitForExport,
} from "#tests/support/merchant.ts";
import { until } from "#tests/support/until.ts";
import type { FtpServer } from "../../protocols/ftp-server.ts";
import type { HttpServer } from "../../protocols/http-server.ts";
import type { SftpServer } from "../../protocols/sftp-server.ts";
import type { SmtpServer } from "../../protocols/smtp-server.ts";
import type { SetUp } from "./set-ups.ts";

/** The day of the login, and an hour of the next one: in between every shop's first slot. */
export const firstDay = "2026-11-01T10:42:00Z";
const nextDay = "2026-11-02T08:00:00Z";

export type Receivers = { smtp: SmtpServer; ftp: FtpServer; sftp: SftpServer; http: HttpServer };
export type Got = { name: string; bytes: Buffer };

const patience = 180_000;

/** A design that was given another name, its own title for a column, one column more, and an order of rows. */
export const editedDesign = async ({ client }: Merchant, design: ReportWithColumns): Promise<ReportWithColumns> => {
  const save = (changes: Partial<ReportWithColumns>) =>
    client.data<ReportWithColumns>("PUT", "reports/update", { ...design, ...changes });
  design = await save({ title: "Orders by value" });
  const changed: Record<string, object> = {
    TotalPrice: { Title: "Worth", Sorting: Sorting.Descending },
    OrderTotal: { Visible: true },
    Image: { Visible: false },
  };
  design = await save({ columns: design.columns.map((column) => ({ ...column, ...changed[column.Column] })) });
  return client.data<ReportWithColumns>("GET", `reports/get/with-columns/${design.id}`);
};

/** A filter whose conditions were changed twice, and which was given a name. */
export const editedFilter = async (merchant: Merchant): Promise<Filter> => {
  const conditions: FilterConditions = { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} };
  const { id } = await saveFilter(merchant, conditions);
  await saveFilter(merchant, { ...conditions, financial_status: FinancialStatus.paid }, id);
  const filter = await saveFilter(merchant, { ...conditions, sievers: { [SieverCode.Quantity]: [">1"] } }, id);
  const renamed = { ...filter, title: "Two or more" };
  return merchant.client.data<Filter>("PUT", "filters/update-filter", renamed);
};

const nowhere = { Email: null, Ftp: null, Webhook: null, PublicUrl: null };
const ftpTo = (port: number, FtpProtocol: FtpProtocol): DestinationPayload => ({
  ...nowhere,
  Destination: DestinationKind.Ftp,
  Ftp: {
    HostName: `127.0.0.1:${port}`,
    ...{ DirectoryPath: "/in", Username: "partner", Password: "sesame-4711", FtpProtocol },
  },
});

/** A report to each destination, of every format. */
export const automated = ({ ftp, sftp, http }: Receivers) =>
  ({
    mail: {
      fileType: FileType.Excel,
      to: {
        ...nowhere,
        Destination: DestinationKind.Email,
        Email: {
          ToMail: "ann@partner.example",
          ...{ FromName: "Borealis", FromMail: "", Subject: "Yesterday", SendAsLink: false, CustomMessage: "" },
        },
      },
    },
    ftp: { fileType: FileType.Csv, to: ftpTo(ftp.port, FtpProtocol.FTP) },
    sftp: { fileType: FileType.Xml, to: ftpTo(sftp.port, FtpProtocol.SFTP) },
    webhook: {
      fileType: FileType.Html,
      to: {
        ...nowhere,
        Destination: DestinationKind.Webhook,
        Webhook: { Method: WebhookMethod.Post, Url: `${http.origin}/in` },
      },
    },
    link: {
      fileType: FileType.Csv,
      to: { ...nowhere, Destination: DestinationKind.PublicUrl, PublicUrl: { ReportName: "Yesterday" } },
    },
  }) satisfies Record<string, { fileType: FileType; to: DestinationPayload }>;

/** The file at an address, with its name from the address. */
export const fetched = async (address: string): Promise<Got> => {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  const name = decodeURIComponent(new URL(address).pathname.split("/").at(-1) ?? "");
  return { name, bytes: Buffer.from(await response.arrayBuffer()) };
};
const only = <Thing>(things: Iterable<Thing>, what: string): Thing => {
  const [first, ...more] = things;
  if (first === undefined || more.length > 0) throw new Error(`${what}: there is not exactly one, but ${more.length}.`);
  return first;
};

/** The reports that arrived. Each receiver must have got one report once. */
const received = async ({ smtp, ftp, sftp, http }: Receivers, linkTo: string): Promise<Record<string, Got>> => {
  const { mail } = only(smtp.arrived, "mails");
  const { filename = "", content } = only(mail.attachments, "attachments");
  const call = only(http.calls, "calls");
  const [ftpFile, sftpFile] = [only(ftp.files, "files by FTP"), only(sftp.files, "files by SFTP")];
  expect([ftp.named, sftp.named]).toEqual([[ftpFile[0]], [sftpFile[0]]]);
  // The file is available once the delivery's event was handled.
  await until("the link leads to a file", async () => (await fetch(linkTo)).status === 200);
  return {
    "words of the mail": { name: mail.subject ?? "", bytes: Buffer.from(mail.text ?? "") },
    mail: { name: filename, bytes: content },
    ftp: { name: ftpFile[0], bytes: ftpFile[1] },
    sftp: { name: sftpFile[0], bytes: sftpFile[1] },
    webhook: await fetched(new URL(call.url, http.origin).searchParams.get("fileurl") ?? ""),
    link: await fetched(linkTo),
  };
};

/**
 * Two days of a merchant: a login, edits of a report and a filter, a file in each format, an automated report to each destination, and
 * on the next day, when all has been started again, what they brought. Returns every file, by where it was got.
 */
export const twoDays = async (setUp: SetUp, shop: string, receivers: Receivers): Promise<Record<string, Got>> => {
  const files: Record<string, Got> = {};
  await setUp.begin(firstDay);
  const merchant = await logIn(setUp, shop);
  const { client } = merchant;
  const design = await editedDesign(merchant, await createDesign(merchant));
  const filter = await editedFilter(merchant);
  for (const [format, fileType] of Object.entries(FileType)) {
    const asked = { range: { kind: "noFilter" }, filterId: filter.id, fileType } as const;
    const { ReportExportId } = await generate(merchant, design.id, asked);
    const job = await waitForExport(merchant, ReportExportId, patience);
    const name = decodeURIComponent(job.PublicUrl?.split("/").at(-1) ?? "");
    files[format] = { name, bytes: Buffer.from(await (await openDownload(merchant, job)).arrayBuffer()) };
  }
  for (const [title, { fileType, to }] of Object.entries(automated(receivers))) {
    const made = await client.data<AutomationOnWire>("POST", "automations/create-new");
    await client.data("PUT", "automations/update-automation", {
      ...{ ...made, title, file_type: fileType, status: AutomationStatus.Active },
      ...{ report_id: design.id, report_filter_id: filter.id, ReportDestination: to },
    });
  }
  await setUp.end();

  await setUp.begin(nextDay);
  const again = await logIn(setUp, shop);
  expect(again.gates, "the shop is known").toEqual([0]);
  let seen: ListedAutomation[] = [];
  const allDelivered = async () => {
    seen = await again.client.data<ListedAutomation[]>("GET", "automations/get-automations");
    return seen.length === 5 && seen.every(({ last_run }) => last_run?.Outcome === "delivered");
  };
  const picture = () =>
    JSON.stringify(seen.map(({ title, last_run, failed_reason }) => [title, last_run, failed_reason]));
  await until("every report is delivered", allDelivered, { within: patience, picture });
  const { id } = only(
    seen.filter(({ title }) => title === "link"),
    "reports with a link",
  );
  const { ReportDestination } = await again.client.data<AutomationOnWire>("GET", `automations/get-automation/${id}`);
  Object.assign(files, await received(receivers, ReportDestination.PublicUrl?.Url ?? ""));
  await setUp.end();
  return files;
};
