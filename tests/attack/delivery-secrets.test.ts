import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations.ts";
import { openStateDatabase } from "#infra/sqlite/state-database.ts";
import { createSqliteVault } from "#infra/sqlite/vault.ts";
import { certificate } from "#tests/protocols/certificates.ts";
import { startEchoingFtp } from "#tests/protocols/echoing-ftp.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { createDesign, logIn, type Merchant, saveFilter } from "#tests/support/merchant.ts";
import { type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

/**
 * Five hours of automated reports by every way out, to receivers that take them, refuse them and repeat all they are told; tests, failures,
 * suspensions and alerts. Then everything that is left is searched for what nobody may read: logs of all processes, databases, answers, mails.
 */

/** In no answer of ours, ever. */
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
const telling =
  /^(automations\/(get-automation|get-automations|history)\b|reporting\/automation-history\/|automations\/get-run\/|configuration\/(get|update)\b)/;

const hour = 3_600_000;
const from = Date.parse("2026-11-01T10:42:00Z");
const DEMO_NOW = "2026-11-01T10:30:00Z";
const hours = 5;

let dataDir: string;
let ports: [number, number];
let servers: Awaited<ReturnType<typeof startServers>>;
let sheaf: StartedSheaf;
let merchant: Merchant;
const output: string[] = [];
const ids: string[] = [];
const answers: { call: string; text: string }[] = [];

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
  const { envelope } = await merchant.client.call(method, path, body);
  answers.push({ call: path, text: JSON.stringify(envelope) });
  return envelope;
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
  ports = [await freePort(), await freePort()];
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
    const made = await merchant.client.data<AutomationOnWire>("POST", "automations/create-new");
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
  }
  for (let after = 1; after <= hours; after += 1) {
    await stop();
    await start(after);
    await until("every slot is settled", async () => (await settled()) >= ids.length * after, {
      within: 90_000,
      every: 500,
    });
  }
  await until("both alerts arrived", () => servers.smtp.arrived.filter(({ to }) => to.includes(alerts)).length === 2);

  const { baseUrl, token } = merchant.client;
  const text = await (await fetch(`${baseUrl}/api/openapi.json`)).text();
  answers.push({ call: "openapi.json", text });
  for (const call of callsOf(JSON.parse(text) as ApiDocument).filter(({ method }) => method === "GET"))
    for (const id of ids) {
      const path = call.template.replaceAll(/\{\w+\}/g, id) + call.query.replace(/=(text|x)\b/, `=${id}`);
      const reply = await fetch(`${baseUrl}/api/${path}`, { headers: { authorization: `Bearer ${token()}` } });
      answers.push({ call: path, text: await reply.text() });
    }
  await stop();
}, 400_000);
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await rm(dataDir, { recursive: true, force: true });
});

/** Every file of the data folder but reports, which hold what merchants want in them, as bytes. */
const files = async () => {
  const found: { name: string; text: string }[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(dataDir, "files"))) continue;
    found.push({ name: path.slice(dataDir.length + 1), text: await readFile(path, "latin1") });
  }
  return found;
};
/** In any usual spelling. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  btoa(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("hex"),
];
const holds = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => spellings(secret).some((one) => text.toLowerCase().includes(one.toLowerCase())));

const signing = async (): Promise<string[]> => {
  const db = openStateDatabase(join(dataDir, "state.db"));
  try {
    const vault = createSqliteVault(db, Buffer.from(hidden.key, "base64"));
    const known = await vault.readAll(ids.map((id) => `webhook-secret:${id}`));
    return [...known.values()].filter((value) => typeof value === "string");
  } finally {
    db.close();
  }
};

describe("After five hours of deliveries, failures, tests and alerts", () => {
  it("everybody got what was theirs", async () => {
    const { ftp, ftps, sftp, http, refusing, smtp } = servers;
    for (const server of [ftp, ftps, sftp]) expect(server.files.size).toBe(hours);
    expect(http.calls.filter(({ headers }) => headers["sheaf-test"] === undefined)).toHaveLength(2 * hours);
    expect(refusing.calls).not.toHaveLength(0);
    expect(smtp.arrived.filter(({ to }) => to.includes(typed.ann))).toHaveLength(hours);
    expect((await recordedEvents(dataDir, "Suspended")).length).toBe(2);
    expect(await signing()).toHaveLength(3);
  });

  it("no secret and nothing that was typed is in a log or a file, but sealed in the vault", async () => {
    const secrets = [...Object.values({ ...hidden, ...typed }), alerts, ...(await signing())];
    expect(holds(output.join("\n"), secrets)).toEqual([]);
    for (const { name, text } of await files()) expect([name, ...holds(text, secrets)]).toEqual([name]);
  });

  it("no secret is in an answer, and what was typed is told to who typed it alone, by the calls that are for it", async () => {
    expect(answers.filter(({ call }) => call.startsWith("automations/test-"))).not.toHaveLength(0);
    const never = [...Object.values(hidden), ...(await signing())];
    for (const { call, text } of answers) {
      // The merchant asks for the secret, to give it to the receiver.
      const meant = call.startsWith("automations/webhook-secret/") ? Object.values(hidden) : never;
      expect([call, ...holds(text, meant)]).toEqual([call]);
      if (!telling.test(call)) expect([call, ...holds(text, [...Object.values(typed), alerts])]).toEqual([call]);
    }
  });

  it("an alert names neither receivers nor secrets, and a report's mail no more than its merchant wrote", async () => {
    const { ann, bob, replies, sender, message } = typed;
    const never = [...Object.values(hidden), ...(await signing()), typed.username, typed.path, typed.query];
    for (const { raw, to } of servers.smtp.arrived) {
      const isAlert = to.includes(alerts);
      expect(holds(raw, isAlert ? [...never, ann, bob, replies, sender, message] : [...never, alerts])).toEqual([]);
    }
  });
});
