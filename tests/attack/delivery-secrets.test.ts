import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteVault } from "#infra/sqlite/state/vault.ts";
import { certificate } from "#tests/protocols/certificates.ts";
import { startEchoingFtp } from "#tests/protocols/echoing-ftp.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { createDesign, logIn, type Merchant, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import type { ApiDocument } from "#tests/support/openapi-calls.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { runRepairWith } from "#tests/support/run-repair.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { askEverything, askWrongly, knownOf, type Said } from "./ask-everything.ts";

/**
 * Five hours of automated reports by every way out, to receivers that take them, refuse them and repeat all they are
 * told; tests, failures, suspensions and alerts. Then everything that is left is searched for what nobody may read:
 * logs of all processes, databases, answers, e-mails.
 */

/** In no response of ours, ever. */
const hidden = { password: "Sesame-zq-4711", smtp: "Postern-zq-0815", key: Buffer.alloc(32, 7).toString("base64") };
/** In answers to the merchant who typed them alone. */
const typed = {
  username: "partner-zq-user",
  path: "T0K3N-zq-path",
  query: "k3y-zq-query",
  ann: "ann.zq@partner.example",
  bob: "bob.zq@partner.example",
  replies: "replies.zq@aurora.example",
  sender: "Sender zq name",
  subject: "Subject zq of {title}",
  message: "Message zq with words",
};
const alerts = "alerts.zq@aurora.example";
/** Calls that say what a merchant typed, to that merchant. */
const telling = new Set([
  "automations/get-automations",
  "automations/get-automation/{id}",
  "automations/history",
  "automations/history-version",
  "automations/update-automation",
  "automations/clone",
  "automations/restore",
  "automations/start",
  "automations/get-run/{runId}",
  "automations/get-sample/{id}",
  "reporting/automation-history/{id}",
  "configuration/get",
  "configuration/update",
]);
/** The merchant asks for the secret of a webhook, to give it to the receiver. */
const handing = new Set(["automations/webhook-secret/{id}", "automations/new-webhook-secret"]);

const hour = 3_600_000;
const from = Date.parse("2026-11-01T10:42:00Z");
const DEMO_NOW = "2026-11-01T10:30:00Z";
const hours = 5;

let dataDir: string;
/** An older copy of the events lies beside. */
let older: string;
let ports: [number, number];
let metricsPort: number;
let servers: Awaited<ReturnType<typeof startServers>>;
let sheaf: StartedSheaf;
let merchant: Merchant;
const output: string[] = [];
const ids: string[] = [];
/** Index of the report by e-mail. */
const reportByMail = 5;
/** Response to the reports' owner, to another shop with the same requests, and to malformed requests. */
const answers: Said[] = [];
const strangers: Said[] = [];
const refusals: Said[] = [];
/** Public texts and the output of a repair. */
const pages: string[] = [];
const repairs: string[] = [];
/** Secrets of webhooks, the newest and those before. */
const signing: string[] = [];
/** Counts of the receivers before any further request. */
let came: { files: number[]; calls: number; refused: number; mails: number; suspended: number };

const startServers = async () => {
  const login = { username: typed.username, password: hidden.password };
  const [ftp, ftps, sftp, http, refusing, smtp, echoing] = await Promise.all([
    startFtp(login),
    startFtp({ ...login, certificate }),
    startSftp(login),
    startHttp(),
    startHttp(),
    startSmtp(),
    startEchoingFtp(),
  ]);
  const { path, query, ann } = typed;
  const repeated = `/${path}?key=${query} ${btoa(path)} ${encodeURIComponent(query)} ${ann}`;
  http.answer = { status: 200, body: repeated };
  refusing.answer = { status: 401, headers: { "x-echo": typed.query }, body: repeated };
  smtp.refuses.set(typed.bob, 550);
  return { ftp, ftps, sftp, http, refusing, smtp, echoing };
};

const start = async (after: number) => {
  const { smtp } = servers;
  sheaf = await startSheaf({
    dataDir,
    ports,
    env: {
      CLOCK_NOW: new Date(from + after * hour + (after > 0 ? 120_000 : 0)).toISOString(),
      DEMO_NOW,
      LOG_LEVEL: "debug",
      ALLOW_PRIVATE_HOSTS: "true",
      MASTER_KEY: hidden.key,
      RATE_LIMIT: "false",
      METRICS_PORT: String(metricsPort),
      SMTP_URL: `smtp://sheaf:${hidden.smtp}@127.0.0.1:${smtp.port}`,
      MAIL_FROM: "no-reply@sheaf.example",
    },
  });
};
const stop = async () => {
  await sheaf.stop();
  output.push(sheaf.output());
};

const asked = async (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => {
  const { status, envelope } = await merchant.client.call(method, path, body);
  const template = path.replace(/\/[\da-f-]{36}$/, "/{id}");
  answers.push({ call: path, template, status, text: JSON.stringify(envelope) });
};

const ftpTo = (port: number, FtpProtocol: number) => ({
  Destination: 1,
  Ftp: {
    HostName: `127.0.0.1:${port}`,
    DirectoryPath: "in",
    Username: typed.username,
    Password: hidden.password,
    FtpProtocol,
  },
});
const webhookTo = (origin: string, Method: number) => ({
  Destination: 2,
  Webhook: { Method, Url: `${origin}/${typed.path}?key=${typed.query}` },
});
const email = {
  Destination: 0,
  Email: {
    ToMail: `${typed.ann}; ${typed.bob}`,
    FromName: typed.sender,
    FromMail: typed.replies,
    Subject: typed.subject,
    SendAsLink: true,
    CustomMessage: typed.message,
  },
};

const settled = async () => {
  const events = await recordedEvents(dataDir, "SlotSettled");
  return events.length;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-secrets-"));
  older = await mkdtemp(join(tmpdir(), "sheaf-secrets-older-"));
  ports = [await freePort(), await freePort()];
  metricsPort = await freePort();
  servers = await startServers();
  await start(0);
  merchant = await logIn(sheaf, "aurora-demo");
  await createDesign(merchant);
  await saveFilter(merchant, { financial_status: 0, fulfillment_status: 0, order_status: 0, sievers: {} });
  await asked("PUT", "configuration/update", { AutomSendToMail: alerts });
  const { ftp, ftps, sftp, http, refusing, echoing } = servers;
  const everywhere = [
    ftpTo(ftp.port, 0),
    ftpTo(ftps.port, 1),
    ftpTo(sftp.port, 2),
    webhookTo(http.origin, 0),
    webhookTo(http.origin, 1),
    email,
    { Destination: 3, PublicUrl: { ReportName: "Orders" } },
    ftpTo(echoing.port, 0),
    webhookTo(refusing.origin, 1),
  ];
  for (const [n, ReportDestination] of everywhere.entries()) {
    const { id: report_filter_id } = await merchant.client.data<{ id: string }>("POST", "filters/create-new");
    const made = await merchant.client.data<AutomationOnWire>("POST", "automations/create-new", { report_filter_id });
    ids.push(made.id);
    const wanted = {
      ...made,
      title: `Report ${n}`,
      schedule: 0,
      status: 0,
      export_empty_reports: true,
      ReportDestination,
    };
    await merchant.client.data("PUT", "automations/update-automation", wanted);
    if (n === 0) await asked("PUT", "automations/update-automation", { ...wanted, ReportDestination: ftpTo(1, 9) });
    await asked("GET", `automations/test-ftp/${made.id}`);
    await asked("GET", `automations/test-webhook/${made.id}`);
    await asked("POST", "automations/why-missing", { id: made.id, RunId: null, Name: "1" });
  }
  for (let after = 1; after <= hours; after += 1) {
    await stop();
    if (after === 2)
      for (const name of await readdir(dataDir))
        if (name.startsWith("events.db")) await cp(join(dataDir, name), join(older, name));
    await start(after);
    await until("every slot is settled", async () => (await settled()) >= ids.length * after, {
      within: 90_000,
      every: 500,
    });
  }
  await until("both alerts arrived", () => servers.smtp.arrived.filter(({ to }) => to.includes(alerts)).length === 2);

  await lookAtReceivers();
  await readEverything();
  await stop();
  await tryRepairs();
}, 500_000);
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  for (const folder of [dataDir, older]) await rm(folder, { recursive: true, force: true });
});

const lookAtReceivers = async (): Promise<void> => {
  const { ftp, ftps, sftp, http, refusing, smtp } = servers;
  came = {
    files: [ftp, ftps, sftp].map((server) => server.files.size),
    calls: http.calls.filter(({ headers }) => headers["sheaf-test"] === undefined).length,
    refused: refusing.calls.length,
    mails: smtp.arrived.filter(({ to }) => to.includes(typed.ann)).length,
    suspended: (await recordedEvents(dataDir, "Suspended")).length,
  };
  signing.push(...(await signingNow()));
};

/** A sample of the report by e-mail, from its request to the mail. */
const sendSample = async (): Promise<void> => {
  const job = await merchant.client.data<ExportJob>("POST", "automations/make-sample", ids[reportByMail]);
  await waitForExport(merchant, job.ReportExportId);
  await asked("GET", `automations/get-sample/${job.ReportExportId}`);
  await asked("POST", "automations/send-sample", job.ReportExportId);
  await until("the sample arrived", () =>
    servers.smtp.arrived.some(({ to }) => to.some((address) => address.startsWith("owner@"))),
  );
};

/** All that the product says, to those whom it concerns and to others. */
const readEverything = async (): Promise<void> => {
  const text = await (await fetch(`${sheaf.url}/api/openapi.json`)).text();
  const document = JSON.parse(text) as ApiDocument;
  const known = await knownOf(merchant, ids);
  const stranger = await logIn(sheaf, "borealis-demo");
  strangers.push(...(await askEverything(stranger, document, known, isOfAutomations)));
  refusals.push(...(await askWrongly(merchant, document, hidden.password)));
  const ftp = ftpTo(1, 0).Ftp;
  for (const ReportDestination of [
    { Destination: 1, Ftp: { ...ftp, HostName: `ftp://${typed.username}:${hidden.password}@127.0.0.1` } },
    { Destination: 1, Ftp: { ...ftp, Password: [hidden.password] } },
    { Destination: 1, Ftp: { ...ftp, Password: `${hidden.password}\n` } },
    { Destination: 2, Webhook: { Method: 1, Url: `https://${typed.username}:${hidden.password}@hooks.example` } },
    { Destination: 2, Webhook: { Method: 1, Url: `https://hooks example/${hidden.password}` } },
  ]) {
    const report = await merchant.client.data<AutomationOnWire>("GET", `automations/get-automation/${ids[0]}`);
    const body = { ...report, ReportDestination };
    const { status, envelope } = await merchant.client.call("PUT", "automations/update-automation", body);
    expect(status).toBe(400);
    const template = "automations/update-automation";
    refusals.push({ call: JSON.stringify(ReportDestination), template, status, text: JSON.stringify(envelope) });
  }
  answers.push(...(await askEverything(merchant, document, known)));
  await sendSample();
  pages.push(text);
  for (const address of [
    `http://127.0.0.1:${metricsPort}/metrics`,
    ...["healthz", "metrics", "nowhere", "files/x/x", "public/x/x", "api/nowhere"].map(
      (path) => `${sheaf.url}/${path}`,
    ),
  ])
    pages.push(await (await fetch(address)).text());
  signing.push(...(await signingNow()));
};

/** Tries repairs of a sound folder, of one with another key, and of one with an older copy of its events. */
const tryRepairs = async (): Promise<void> => {
  const copied = join(older, "data");
  await cp(dataDir, copied, { recursive: true });
  for (const name of await readdir(dataDir))
    if (name.startsWith("events.db")) await rm(join(copied, name), { recursive: true });
  for (const name of await readdir(older)) if (name !== "data") await cp(join(older, name), join(copied, name));
  const env = { MASTER_KEY: hidden.key, LOG_LEVEL: "debug" };
  const said = [
    await runRepairWith(env, dataDir),
    await runRepairWith({ ...env, MASTER_KEY: Buffer.alloc(32, 8).toString("base64") }, dataDir),
    await runRepairWith(env, copied),
    await runRepairWith(env, copied, "--mend"),
  ];
  expect(said.map(({ code }) => code)).toEqual([0, 1, 1, 0]);
  repairs.push(...said.map((one) => one.said));
};

/** Every file of the data folder as bytes, except reports, which contain what merchants want in them. */
const files = async () => {
  const found: { name: string; text: string }[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(dataDir, "files"))) continue;
    found.push({ name: path.slice(dataDir.length + 1), text: await readFile(path, "latin1") });
  }
  return found;
};
/** In any usual spelling, in small letters. */
const spellings = (secret: string): string[] =>
  [
    secret,
    encodeURIComponent(secret),
    btoa(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("hex"),
  ].map((one) => one.toLowerCase());
const holds = (text: string, secrets: readonly string[]): string[] => {
  // Logs are megabytes long: they are turned into small letters once, not for each spelling.
  const small = text.toLowerCase();
  return secrets.filter((secret) => spellings(secret).some((one) => small.includes(one)));
};

const signingNow = async (): Promise<string[]> => {
  const db = openStateDatabase(join(dataDir, "state.db"));
  try {
    const vault = createSqliteVault(db, Buffer.from(hidden.key, "base64"));
    const known = await vault.readAll(ids.map((id) => `webhook-secret:${id}`));
    return [...known.values()].filter((value) => typeof value === "string");
  } finally {
    db.close();
  }
};

const isOfAutomations = ({ template }: { template: string }) => template.includes("automation");

describe("After five hours of deliveries, failures, tests and alerts", () => {
  it("everybody got exactly their own files", () => {
    const { refused, ...others } = came;
    expect(others).toEqual({ files: [hours, hours, hours], calls: 2 * hours, mails: hours, suspended: 2 });
    expect(refused).toBeGreaterThan(0);
    // Those of three webhooks, and the two of them that were renewed, of all three.
    expect(new Set(signing).size).toBe(6);
  });

  it("every call about automated reports succeeded at least once", () => {
    const worked = new Set(answers.filter(({ status }) => status === 200).map(({ template }) => template));
    const asked = new Set(answers.map(({ template }) => template).filter((template) => isOfAutomations({ template })));
    expect([...asked].filter((template) => !worked.has(template))).toEqual([]);
    expect(asked.size).toBeGreaterThan(20);
    // Only of exports so many may wait that the next is refused.
    const mayWait = ({ template }: Said) => !isOfAutomations({ template }) || template === "automations/make-sample";
    const unheard = answers.filter((one) => one.status >= 500 || (one.status === 429 && !mayWait(one)));
    expect(unheard.map(({ call, text }) => [call, text])).toEqual([]);
  });

  it("no secret or typed value is in a log or file, except encrypted in the vault", async () => {
    const secrets = [...Object.values({ ...hidden, ...typed }), alerts, ...signing];
    expect(holds(output.join("\n"), secrets)).toEqual([]);
    for (const { name, text } of await files()) expect([name, ...holds(text, secrets)]).toEqual([name]);
  });

  it("no secret is in a response, and typed values are returned only to their author, by the calls for them", () => {
    const never = [...Object.values(hidden), ...signing];
    for (const { call, template, text } of answers) {
      const meant = handing.has(template) ? Object.values(hidden) : never;
      expect([call, ...holds(text, meant)]).toEqual([call]);
      if (!telling.has(template)) expect([call, ...holds(text, [...Object.values(typed), alerts])]).toEqual([call]);
    }
  });

  it("another shop learns none of them, and no refusal repeats a password", () => {
    const all = [...Object.values({ ...hidden, ...typed }), alerts, ...signing];
    for (const { call, text } of strangers) expect([call, ...holds(text, all)]).toEqual([call]);
    const refused = refusals.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(100);
    for (const { call, text } of refused) expect([call, ...holds(text, [hidden.password])]).toEqual([call]);
  });

  it("metrics, health, documents and the repair reveal none of them", () => {
    const all = [...Object.values({ ...hidden, ...typed }), alerts, ...signing];
    for (const text of [...pages, ...repairs]) expect(holds(text, all)).toEqual([]);
    expect(pages.join()).toContain("http_request_duration_seconds");
    expect(repairs[2]).toContain("are lost");
  });

  it("an alert names neither receivers nor secrets, and a report's e-mail nothing its merchant didn't write", () => {
    const { ann, bob, replies, sender, message } = typed;
    const never = [...Object.values(hidden), ...signing, typed.username, typed.path, typed.query];
    for (const { raw, to } of servers.smtp.arrived) {
      const isAlert = to.includes(alerts);
      expect(holds(raw, isAlert ? [...never, ann, bob, replies, sender, message] : [...never, alerts])).toEqual([]);
    }
  });
});
