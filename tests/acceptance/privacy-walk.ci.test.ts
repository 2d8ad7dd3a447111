import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DateTime } from "luxon";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { supportTenant } from "#domain/console/events.ts";
import { DestinationKind, FileType, FtpProtocol } from "#domain/enumerations.ts";
import type { CustomerRequest, FileReceivers, FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationOnWire, ReportDestination } from "#domain/wire/automations/automations.ts";
import type { ConsoleAct, ConsoleImpersonation, ImpersonationAllowed } from "#domain/wire/support/console.ts";
import type { ImpersonationSessions } from "#domain/wire/support/impersonation.ts";
import { newOnWire, nowhere } from "#tests/support/automation-on-wire.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { fetchHeld } from "#tests/support/hold-to-document.ts";
import { withStores } from "#tests/support/kept-at.ts";
import {
  createDesign,
  download,
  generate,
  logIn,
  type Merchant,
  saveFilter,
  waitForExport,
} from "#tests/support/merchant.ts";
import { describeOverTier, openTierEngines } from "#tests/support/over-tier.ts";
import { privacyEnds } from "#tests/support/privacy.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { type SftpServer, startSftp } from "../protocols/sftp-server.ts";
import { clockNow, demoOrders, fixedMoments, shops } from "./scenario.ts";

/**
 * The privacy walk (ADR 97): a customer of borealis is in three files, one by hand, one by mail, one by SFTP, and in
 * the reason of an impersonation session. The receivers are listed exactly. After the erasure nothing of the customer
 * is anywhere in the data folder or in the engines, while all goes on. Of external engines only their servers' answers
 * are searched. Sheaf can't reach the rest of their own files, journals and oplogs until they overwrite it, as
 * `secure_delete` is SQLite's alone (docs/privacy.md).
 */

const env = { ...fixedMoments, ALLOW_PRIVATE_HOSTS: "true", LOG_LEVEL: "debug" };
const anyStatus = { financial_status: 0, fulfillment_status: 0, order_status: 0 } as const;
const recipient = "carl@partner.example";
const { zone } = shops["borealis-demo"];

type Customer = { id: number; email: string; name: string };

let engines: Awaited<ReturnType<typeof openTierEngines>>;
let sheaf: StartedSheaf;
let sftp: SftpServer;
let merchant: Merchant;
let agent: SupportPerson;
let ann: Customer;
let other: Customer;
let found: FileReceivers;
let byHand = "";
const automations: Record<"mail" | "sftp", string> = { mail: "", sftp: "" };

const yesterday = DateTime.fromISO(clockNow, { zone }).minus({ days: 1 }).toISODate() ?? "";
const dayOf = (order: DemoOrder) => DateTime.fromISO(order.createdAt, { zone }).toISODate();
const customerOf = ({ customer }: DemoOrder): Customer | undefined =>
  customer?.defaultEmailAddress
    ? {
        id: Number(customer.legacyResourceId),
        email: customer.defaultEmailAddress.emailAddress,
        name: customer.displayName,
      }
    : undefined;

/** Two customers of yesterday, whose reports every schedule of a day has. */
const chooseCustomers = (): [Customer, Customer] => {
  const found = new Map<number, Customer>();
  for (const order of demoOrders(sheaf, "borealis-demo")) {
    const day = dayOf(order) ?? "";
    if (day < yesterday) break;
    const customer = day === yesterday ? customerOf(order) : undefined;
    if (customer) found.set(customer.id, customer);
  }
  const [first, second] = found.values();
  if (!first || !second) throw new Error("Too few customers ordered on the day before.");
  return [first, second];
};

const automate = async (title: string, reportId: string, filterId: string, to: Partial<ReportDestination>) => {
  const { client } = merchant;
  const created = await client.data<AutomationOnWire>("POST", "automations/create-new");
  const ReportDestination = { ...nowhere, ...to };
  const wanted = {
    ...created,
    ...newOnWire,
    status: 0,
    title,
    file_type: FileType.Csv,
    report_id: reportId,
    ReportDestination,
  };
  await client.data("PUT", "automations/update-automation", { ...wanted, report_filter_id: filterId });
  await client.data("POST", "automations/test-automation/", created.id);
  return created.id;
};
const runsOf = (id: string) =>
  merchant.client.data<AutomationHistoryItem[]>("GET", `reporting/automation-history/${id}`);
const delivered = (id: string) =>
  until(`the report ${id} is delivered`, async () => (await runsOf(id))[0]?.Outcome === "delivered", {
    within: 120_000,
  });

const ask = async (Customer: string): Promise<FileReceivers> => {
  const files: FileWithReceivers[] = [];
  for (let Continuation: string | null = null; ; ) {
    const step: FileReceivers = await merchant.client.data<FileReceivers>("POST", "privacy/find-receivers", {
      Customer,
      Continuation,
    });
    files.push(...step.Files);
    if (step.Continuation === null) return { ...step, Files: files };
    Continuation = step.Continuation;
  }
};
const requests = () => merchant.client.data<CustomerRequest[]>("GET", "privacy/get-requests");
const answerOf = async (Id: string) =>
  (await merchant.client.data<FileReceivers>("POST", "privacy/get-answer", { Id, Continuation: null })).Files;

/**
 * The vault's values of the shop or of support that contain one of these words. A search of bytes can't find encrypted
 * values.
 */
const sealedWith = (words: readonly string[]) =>
  withStores(sheaf.kept, async ({ vault }) => {
    const find = (owner: string) =>
      vault.findMatching(owner, "", (value) => words.some((word) => value.includes(word)));
    return [...(await find(merchant.account.id)), ...(await find(supportTenant))];
  });

/** A support person impersonates the shop's merchant, and gives a reason. */
const look = async (reason: string) => {
  const asked = await agent.post(`shops/${merchant.account.id}/impersonate`, { reason });
  const { address } = (await asked.json()) as ImpersonationAllowed;
  const ticket = new URL(address).pathname.split("/").at(-1) ?? "";
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(ticket) };
  expect((await fetchHeld(sheaf.url, "account/impersonate", init)).status).toBe(200);
};
/** The reason for the session, as the merchant, the list of sessions and the audit log show it. */
const reasonsOfLooks = async () => {
  const { Looks } = await merchant.client.data<ImpersonationSessions>("GET", "support/get-looks");
  const filter = { tenant: merchant.account.id };
  const looks = await agent.list<ConsoleImpersonation>("impersonations", { filter });
  const acts = await agent.list<ConsoleAct>("console-acts", { filter });
  return [
    ...Looks.map(({ Reason }) => Reason),
    ...looks.rows.map(({ reason }) => reason),
    ...acts.rows.map(({ reason }) => reason).filter((reason) => reason !== null),
  ];
};

/** Every list and every history that a screen shows. */
const screens = async () => {
  const get = (path: string) => merchant.client.data<unknown>("GET", path);
  const [report] = await merchant.client.data<{ id: string }[]>("GET", "reports/get-reports");
  const [filter] = await merchant.client.data<{ id: string }[]>("GET", "filters/get-filters");
  const all = [
    "reports/get-reports",
    "reports/deleted",
    `reports/history?id=${report?.id}`,
    "filters/get-filters",
    "filters/deleted",
    `filters/history?id=${filter?.id}`,
    "automations/get-automations",
    ...Object.values(automations).flatMap((id) => [
      `reporting/automation-history/${id}`,
      `automations/history?id=${id}`,
    ]),
    "reporting/getExportList",
    "configuration/get",
    "appData/getManualExport",
    "privacy/get-requests",
    "support/get-looks",
  ];
  const answers = await Promise.all(all.map(async (path) => [path, await get(path)] as const));
  const runs = await Promise.all(Object.values(automations).map(runsOf));
  const details = await Promise.all(runs.flat().map(({ RunId }) => get(`automations/get-run/${RunId}`)));
  return JSON.stringify([answers, details]);
};

beforeAll(async () => {
  sftp = await startSftp();
  engines = await openTierEngines();
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-walk-"));
  const port = await freePort();
  const settings = { ...env, ...engines.settings, SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) };
  sheaf = await startSheaf({ env: settings, dataDir, readyWithin: 120_000 });
  merchant = await logIn(sheaf, "borealis-demo");
  [ann, other] = chooseCustomers();
  const { client } = merchant;
  const { id: reportId } = await createDesign(merchant, { Columns: ["OrderNum", "CustomerName", "CustomerEmail"] });
  const all = await saveFilter(merchant, { ...anyStatus, sievers: {} });
  // The address also stands where a merchant types it.
  await saveFilter(merchant, { ...anyStatus, sievers: { 5003: [ann.email] } });
  await client.data("POST", "support/send-message", `What of ${ann.email}?`);
  // And where support does.
  agent = await signInAtConsole(sheaf, `http://localhost:${port}`, "agent-demo");
  await look(`${ann.email} is missing from a report.`);
  await until("the impersonation session is listed", async () => (await reasonsOfLooks()).length === 3, {
    within: 30_000,
  });
  const made = await generate(merchant, reportId, { range: { kind: "custom", from: yesterday, to: yesterday } });
  byHand = made.ReportExportId;
  const job = await waitForExport(merchant, byHand);
  expect((await download(merchant, job)).toString()).toContain(ann.email);
  automations.mail = await automate("By mail", reportId, all.id, {
    Destination: DestinationKind.Email,
    Email: { ToMail: recipient, FromName: "", FromMail: "", Subject: "", SendAsLink: false, CustomMessage: "" },
  });
  const server = {
    HostName: `127.0.0.1:${sftp.port}`,
    DirectoryPath: "in",
    Username: "partner",
    Password: "sesame-4711",
  };
  automations.sftp = await automate("By SFTP", reportId, all.id, {
    Destination: DestinationKind.Ftp,
    Ftp: { ...server, FtpProtocol: FtpProtocol.SFTP, WriteDirectly: false },
  });
  await delivered(automations.mail);
  await delivered(automations.sftp);
}, 240_000);
afterAll(async () => {
  await sheaf?.stop();
  await sftp?.close();
  await engines?.close();
  if (sheaf) await rm(sheaf.dataDir, { recursive: true, force: true });
});

describeOverTier("given a customer in three files: exported manually, sent by e-mail, sent by SFTP", () => {
  it("when the merchant asks who received the data, then all three are listed with receivers and fetches", async () => {
    found = await ask(ann.email.toUpperCase());
    const told = found.Files.map(({ ReportTitle: _, FileName: __, RequestedAt: ___, ...one }) => one);
    const at = expect.stringMatching(/^2026-11-01T10:42/);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        {
          ExportId: byHand,
          Automation: null,
          Certain: true,
          File: "kept",
          Sent: null,
          Fetched: [{ From: at, To: at, By: "link" }],
        },
        expect.objectContaining({
          Automation: "By mail",
          Sent: expect.objectContaining({ Destination: DestinationKind.Email, Recipients: [recipient], Certain: true }),
          Fetched: [],
        }),
        expect.objectContaining({
          Automation: "By SFTP",
          Sent: expect.objectContaining({
            Destination: DestinationKind.Ftp,
            Place: expect.stringMatching(/^127\.0\.0\.1, in\/Test of By SFTP/),
            Certain: true,
          }),
        }),
      ]),
    );
    expect((await ask(String(ann.id))).Files).toEqual(found.Files);
    expect((await ask("nobody@else.example")).Files).toEqual([]);
  });

  it("when the platform forwards a data request, then the merchant sees who asked, and the same files", async () => {
    await demoControl(sheaf.demoUrl, "borealis-demo").demand("customers/data_request", {
      customerId: ann.id,
      email: ann.email,
    });
    await privacyEnds(sheaf.kept, 1);
    const [request] = await requests();
    expect(request).toMatchObject({
      Kind: "data",
      About: ann.email,
      Ready: true,
      Outcome: "carried-out",
      Files: 3,
      Values: 3,
      AnswerBy: expect.stringMatching(/^2026-12-01/),
    });
    expect(await answerOf(request?.Id ?? "")).toEqual(found.Files);
  });

  it("when the customer is erased, then no store, file, mail, log or snapshot contains their data", async () => {
    const words = [ann.email, ann.name];
    // The search finds a word where it may be, so the search works.
    const before = await engines.whereIs(sheaf.dataDir, "", words);
    expect(before.filter((name) => name.endsWith(".csv"))).toHaveLength(3);
    expect(before.filter((name) => name.startsWith("outbox/report-"))).toHaveLength(1);
    expect(before.filter((name) => name.startsWith("outbox/"))).toHaveLength(2);
    const titled = await engines.whereIs(sheaf.dataDir, "", ["By SFTP"]);
    for (const place of engines.hasTitles) expect(titled).toContainEqual(expect.stringMatching(place));
    expect((await sealedWith(words)).length).toBeGreaterThanOrEqual(4);
    const why = `${ann.email} is missing from a report.`;
    expect(await reasonsOfLooks()).toEqual([why, why, why]);
    await demoControl(sheaf.demoUrl, "borealis-demo").demand("customers/redact", {
      customerId: ann.id,
      email: ann.email,
    });
    const ends = await privacyEnds(sheaf.kept, 2);
    expect(ends.at(-1)).toMatchObject({ outcome: "carried-out", counts: { exports: 3, files: 3, values: 3 } });
    let left: string[] = [];
    await until(
      "nothing of the customer is left",
      async () => {
        left = await engines.whereIs(sheaf.dataDir, sheaf.output(), words);
        return left.length === 0;
      },
      { within: 30_000, every: 500, picture: () => left.join(", ") },
    );
    expect(await sealedWith(words)).toEqual([]);
    expect(await reasonsOfLooks()).toEqual(["Erased", "Erased", "Erased"]);
    expect(await engines.whereIs(sheaf.dataDir, sheaf.output(), [...words, String(ann.id)])).toEqual([]);
  });

  it("then a search doesn't find the customer, but finds others, and the requests list the receivers", async () => {
    expect((await ask(ann.email)).Files).toEqual([]);
    expect((await ask(String(ann.id))).Files).toEqual([]);
    const erased = found.Files.map(({ ExportId, Sent }) => ({ ExportId, Sent, File: "erased" }));
    const { Files } = await ask(other.email);
    expect(Files.map(({ ExportId, Sent, File }) => ({ ExportId, Sent, File }))).toEqual(erased);
    const [erasure, question] = (await requests()).toSorted((one) => (one.Kind === "erasure" ? -1 : 1));
    expect([erasure?.About, question?.About]).toEqual([null, null]);
    for (const request of [erasure, question])
      expect((await answerOf(request?.Id ?? "")).map(({ ExportId, Sent, File }) => ({ ExportId, Sent, File }))).toEqual(
        erased,
      );
  });

  it("then every screen and history is unchanged, even after a restart with rebuilt read models", async () => {
    const shown = await screens();
    await sheaf.stop();
    await engines.dropReadModels(sheaf.dataDir);
    expect(await engines.whereIs(sheaf.dataDir, "", [ann.email, ann.name])).toEqual([]);
    const ports: [number, number] = [Number(new URL(sheaf.url).port), Number(new URL(sheaf.demoUrl).port)];
    sheaf = await startSheaf({ env: { ...env, ...engines.settings }, dataDir: sheaf.dataDir, ports });
    await until("the lists are as they were", async () => (await screens()) === shown, { within: 60_000, every: 500 });
    expect(await engines.whereIs(sheaf.dataDir, sheaf.output(), [ann.email, ann.name])).toEqual([]);
    expect(await recordedEvents(sheaf.kept, "ExportFileErased")).toHaveLength(3);
  });
});
