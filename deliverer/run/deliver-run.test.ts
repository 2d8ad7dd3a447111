import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { DestinationKind, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import { runDecider } from "#domain/run/decider.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { Destination, EmailSetup, FtpSetup } from "#domain/workspace/automations/destination.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { type Mail, MailUnavailable } from "#infra/ports/mail.ts";
import type { Fault } from "#tests/protocols/faults.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
const open = async <Server extends { close(): Promise<void> }>(starting: Promise<Server>): Promise<Server> => {
  const server = await starting;
  closing.push(server.close);
  return server;
};
const hashOf = (bytes: Uint8Array | undefined): string =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

const byEmail = (changes: Partial<EmailSetup> = {}): EmailSetup => ({
  kind: DestinationKind.Email,
  recipients: ["ann@partner.example", "bob@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
  ...changes,
});
const byFtp = (port: number, protocol: FtpProtocol = FtpProtocol.FTP): FtpSetup => ({
  kind: DestinationKind.Ftp,
  protocol,
  host: "127.0.0.1",
  port,
  directory: "/in",
  username: "partner",
  password: "sesame-4711",
});
const byWebhook = (url: string): Destination => ({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url });
/** Lists the files that a partner finds, without temporary ones. */
const wholeIn = (files: ReadonlyMap<string, Buffer>): Buffer[] =>
  [...files].flatMap(([name, bytes]) => (/^\/in\/[^.]/.test(name) ? [bytes] : []));
const large = `Order;Total\r\n${"#1001;25.00\r\n".repeat(20_000)}`;

/** Every channel with the file as its receiver has it, and the reason it reports on a failure. */
const ways = {
  "e-mail": async () => {
    const server = await open(startSmtp());
    const received = async () => server.arrived.map(({ mail }) => mail.attachments[0]?.content);
    return { server, to: byEmail() as Destination, mail: server.mail, received };
  },
  FTP: async () => {
    const server = await open(startFtp());
    const received = async () => wholeIn(server.files);
    return { server, to: byFtp(server.port) as Destination, received };
  },
  SFTP: async () => {
    const server = await open(startSftp());
    const received = async () => wholeIn(server.files);
    return { server, to: byFtp(server.port, FtpProtocol.SFTP) as Destination, received };
  },
};

describe.each(Object.entries(ways))("A finished report, by %s", (_name, start) => {
  const begin = async () => {
    const way = await start();
    const sheaf = await setUpDeliverer("mail" in way ? { mail: way.mail, impatient: false } : {});
    return { ...way, sheaf };
  };

  it("arrives byte for byte as published, and the run records it", async () => {
    const { sheaf, to, received } = await begin();
    const run = await sheaf.givenRunTo(to, { text: large });
    await sheaf.work();
    expect((await received()).map(hashOf)).toEqual([run.fileHash]);
    const [started, confirmed] = await sheaf.deliveries(run.runId);
    expect(started).toMatchObject({ type: "DeliveryStarted", data: { try: 1, attempt: 1, destination: to.kind } });
    expect(confirmed).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { before: false } } });
    expect(JSON.stringify([started, confirmed, sheaf.logged()])).not.toMatch(/sesame|partner\.example|ann@/);
  });

  it.each(["refuse", "cut", "full", "password", "error"] as Fault[])(
    "fails at %s, says so, and arrives with the next attempt",
    async (fault) => {
      const { sheaf, server, to, received } = await begin();
      const run = await sheaf.givenRunTo(to, { text: large });
      server.fault = fault;
      await sheaf.work();
      const [, failed] = await sheaf.deliveries(run.runId);
      expect(failed).toMatchObject({ type: "DeliveryFailed", data: { try: 1, attempt: 1, reached: 0 } });
      expect(await received()).toEqual([]);
      server.fault = "none";
      await sheaf.again(run.job);
      await sheaf.work();
      expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({ type: "DeliveryConfirmed", data: { try: 2 } });
      expect((await received()).map(hashOf)).toEqual([run.fileHash]);
    },
  );

  it("is sent again by another worker if the first was killed before sending, but not if it was killed after the confirmation", async () => {
    const { sheaf, to, received } = await begin();
    const run = await sheaf.givenRunTo(to);
    const { runner, destinations } = sheaf.deps;
    const killed = () => Promise.reject(new Error("killed"));
    // Killed before anything is sent: nothing arrives.
    await sheaf.work({ destinations: { ...sheaf.deps.destinations, deliver: killed } });
    expect(await received()).toEqual([]);
    sheaf.clock.advance(60_000);
    // Killed after the receiver's response, before it is recorded.
    await sheaf.work({
      destinations: { ...destinations, deliver: (...asked) => destinations.deliver(...asked).then(killed) },
    });
    expect((await received()).map(hashOf)).toEqual([run.fileHash]);
    sheaf.clock.advance(60_000);
    await sheaf.work();
    const events = await sheaf.deliveries(run.runId);
    expect(events.map(({ type }) => type)).toEqual([...Array(3).fill("DeliveryStarted"), "DeliveryConfirmed"]);
    expect(events.at(-1)).toMatchObject({ data: { attempt: 3, receipt: { before: true } } });
    expect(await received()).toHaveLength(1);
    // Killed after it is recorded: the next worker with the job finds nothing to do.
    await sheaf.again(run.job);
    expect(await sheaf.work()).toBeUndefined();
    expect((await runner.load(shopDecider, tenant)).state.status).toBe("authorized");
  });
});

describe("A finished report, by webhook", () => {
  it("is announced with the address of its file at Sheaf, the same on every attempt", async () => {
    const server = await open(startHttp());
    const sheaf = await setUpDeliverer();
    const run = await sheaf.givenRunTo(byWebhook(`${server.origin}/hook?key=s3cret`));
    server.fault = "error";
    await sheaf.work();
    server.fault = "none";
    await sheaf.again(run.job);
    await sheaf.work();
    const asked = server.calls.map(({ url, headers }) => [url, headers["idempotency-key"]]);
    expect(asked[0]).toEqual(asked[1]);
    const query = new URL(`http://x${server.calls[0]?.url}`).searchParams;
    expect(query.get("fileurl")).toMatch(new RegExp(`^https://sheaf.example/files/${run.exportId}\\.[\\w-]{43}/Daily`));
    expect(query.get("created_at")).toBe("2026-11-20T12:00:00.000Z");
    const events = await sheaf.deliveries(run.runId);
    expect(events.map(({ type }) => type).filter((type) => type !== "DeliveryStarted")).toEqual([
      "DeliveryFailed",
      "DeliveryConfirmed",
    ]);
    expect(JSON.stringify(events)).not.toMatch(/s3cret|fileurl|whsec/);
  });
});

describe("A delivery", () => {
  it("goes to the current destination: the next attempt of a corrected report goes to the new server", async () => {
    const [before, after] = [await open(startFtp()), await open(startFtp())];
    const sheaf = await setUpDeliverer();
    const automationId = await sheaf.givenReport(byFtp(before.port));
    const run = await sheaf.givenRun(automationId);
    await before.close();
    await sheaf.work();
    await sheaf.edit(automationId, byFtp(after.port));
    await sheaf.again(run.job);
    await sheaf.work();
    expect([before.files.size, after.files.size]).toEqual([0, 1]);
    const started = (await sheaf.deliveries(run.runId)).filter(({ type }) => type === "DeliveryStarted");
    const versions = started.map(({ data }) => (data as { workspaceVersion: number }).workspaceVersion);
    expect(versions).toHaveLength(2);
    expect(versions[1]).toBeGreaterThan(versions[0] ?? 0);
  });

  it("may use another channel than its first attempt, with the same file", async () => {
    const server = await open(startSmtp());
    const sheaf = await setUpDeliverer({ mail: server.mail });
    const automationId = await sheaf.givenReport(byFtp(1), { applyDateFilter: false });
    const run = await sheaf.givenRun(automationId);
    await sheaf.work();
    await sheaf.edit(automationId, byEmail());
    await sheaf.again(run.job);
    await sheaf.work();
    expect((await sheaf.deliveries(run.runId)).at(-1)?.type).toBe("DeliveryConfirmed");
    expect(server.arrived).toHaveLength(1);
  });

  it("fails permanently if a value of its destination was erased, and says what to do", async () => {
    const sheaf = await setUpDeliverer();
    const run = await sheaf.givenRunTo(byEmail());
    await sheaf.ports.vault.eraseOwner(tenant);
    await sheaf.work();
    const [, failed] = await sheaf.deliveries(run.runId);
    expect(failed).toMatchObject({
      type: "DeliveryFailed",
      data: { kind: "lasting", reason: expect.stringContaining("was erased. Open the automated report") },
    });
  });

  it("fails permanently and sends nothing if the file is gone or was changed", async () => {
    const server = await open(startFtp());
    const sheaf = await setUpDeliverer();
    const automationId = await sheaf.givenReport(byFtp(server.port));
    const gone = await sheaf.givenRun(automationId);
    await sheaf.ports.files.delete(gone.fileKey);
    await sheaf.work();
    const damaged = await sheaf.givenRun(automationId);
    const part = await sheaf.ports.files.createPart("damage");
    await part.write(Buffer.alloc(damaged.bytes.length));
    await part.publish(damaged.fileKey);
    await sheaf.work();
    for (const { runId } of [gone, damaged])
      expect((await sheaf.deliveries(runId)).at(-1)).toMatchObject({
        type: "DeliveryFailed",
        data: { kind: "lasting" },
      });
    expect([...server.files]).toEqual([]);
  });

  it.each([
    ["", false],
    [", though a worker was lost in between", true],
  ])("fails as our fault if it waited for our mail server and its file is gone%s", async (_, isLost) => {
    const server = await open(startSmtp());
    server.fault = "refuse";
    const sheaf = await setUpDeliverer({ mail: server.mail });
    const run = await sheaf.givenRunTo(byEmail());
    await sheaf.work();
    await sheaf.again(run.job);
    if (isLost) {
      await sheaf.work({
        destinations: { ...sheaf.deps.destinations, deliver: () => Promise.reject(new Error("killed")) },
      });
      sheaf.clock.advance(60_000);
    }
    await sheaf.ports.files.delete(run.fileKey);
    await sheaf.work();
    expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({
      type: "DeliveryFailed",
      data: {
        try: 2,
        kind: "ours",
        final: true,
        reason: "Our mail server had a problem, and the report's file was removed before it could be sent.",
      },
    });
  });

  it("names the days that its file covers in its mail, even if the date filter is off", async () => {
    const server = await open(startSmtp());
    const sheaf = await setUpDeliverer({ mail: server.mail });
    const to = byEmail({ subject: "{period}", message: "{from} {to}" });
    for (const applyDateFilter of [true, false]) {
      await sheaf.givenRun(await sheaf.givenReport(to, { applyDateFilter }));
      await sheaf.work();
    }
    const said = server.arrived.map(({ mail }) => [mail.subject, mail.text?.split("\n")[0]]);
    expect(said).toEqual([
      ["19 Nov 2026", "19 Nov 2026 19 Nov 2026"],
      ["22 Aug to 19 Nov 2026", "22 Aug 2026 19 Nov 2026"],
    ]);
  });

  it("uses times in UTC if this machine doesn't know the shop's time zone", async () => {
    const server = await open(startSmtp());
    const sheaf = await setUpDeliverer({ mail: server.mail });
    const { state } = await sheaf.ports.runner.load(shopDecider, tenant);
    if (state.status !== "authorized") throw new Error("There is no shop.");
    const profile = { ...state.profile, ianaTimezone: "America/Atlantis" };
    await sheaf.onShop((context) => ({ type: "AuthorizeShop", scopes: [], profile, context }));
    const run = await sheaf.givenRunTo(byEmail());
    await sheaf.work();
    expect((await sheaf.deliveries(run.runId)).at(-1)?.type).toBe("DeliveryConfirmed");
    expect(server.arrived[0]?.mail.text).not.toBe("");
  });

  it("is not made for a shop that has uninstalled Sheaf", async () => {
    const server = await open(startFtp());
    const sheaf = await setUpDeliverer();
    const run = await sheaf.givenRunTo(byFtp(server.port));
    await sheaf.onShop((context) => ({ type: "UninstallShop", webhookId: "w", context }));
    await sheaf.work();
    expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({ data: { kind: "lasting" } });
    expect([...server.files]).toEqual([]);
  });

  it("succeeds and lists by reference the recipients that the mail server refused for good", async () => {
    const server = await open(startSmtp());
    server.refuses.set("bob@partner.example", 550);
    const sheaf = await setUpDeliverer({ mail: server.mail });
    const run = await sheaf.givenRunTo(byEmail());
    await sheaf.work();
    const [started, confirmed] = await sheaf.deliveries(run.runId);
    const bob = started?.type === "DeliveryStarted" ? started.data.recipients[1] : undefined;
    expect(confirmed).toMatchObject({ data: { receipt: { to: "1 of 2 recipients", refused: [bob] } } });
    expect(await sheaf.ports.vault.read(String(bob))).toBe("bob@partner.example");
  });

  it("stops at once when the process ends, and continues in the next process", async () => {
    const server = await open(startHttp());
    server.fault = "hang";
    const sheaf = await setUpDeliverer();
    const run = await sheaf.givenRunTo(byWebhook(server.origin));
    const stop = new AbortController();
    const working = sheaf.work({}, stop.signal);
    await expect.poll(() => server.calls.length).toBe(1);
    stop.abort(new Error("The process ends."));
    expect(await working).toEqual({ kind: "put-down", delayMs: 0 });
    server.fault = "none";
    await sheaf.work();
    expect((await sheaf.deliveries(run.runId)).map(({ type }) => type)).toEqual([
      "DeliveryStarted",
      "DeliveryStarted",
      "DeliveryConfirmed",
    ]);
  });

  it("isn't repeated at once if the process ends while a mail server may accept the mail", async () => {
    const sending = Promise.withResolvers<void>();
    const mail: Mail = {
      send: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          const lost = { notTaken: false, reason: "its answer was lost", scope: "mail" } as const;
          signal?.addEventListener("abort", () => reject(new MailUnavailable("The answer was lost.", lost)));
          sending.resolve();
        }),
      close: async () => {},
    };
    const sheaf = await setUpDeliverer({ mail });
    const run = await sheaf.givenRunTo(byEmail());
    const stop = new AbortController();
    const working = sheaf.work({}, stop.signal);
    await sending.promise;
    stop.abort(new Error("The process ends."));
    expect(await working).toEqual({ kind: "done" });
    expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({
      type: "DeliveryFailed",
      data: { kind: "unconfirmed", notBefore: expect.any(String) },
    });
  });

  it.each([
    ["before the mail server has the mail", "RCPT", true],
    ["after the mail server has the mail", "END", false],
  ] as const)("records whether the process ended %s", async (_, phase, isUnsent) => {
    const server = await startScriptedSmtp({ [phase]: "silence" });
    closing.push(async () => server.close());
    const mail = createSmtpMail({ url: server.url, from: "no-reply@sheaf.example" });
    const sheaf = await setUpDeliverer({ mail });
    const run = await sheaf.givenRunTo(byEmail());
    const dead = Promise.withResolvers<never>();
    const { destinations } = sheaf.deps;
    const deliver: typeof destinations.deliver = (...asked) =>
      Promise.race([destinations.deliver(...asked), dead.promise]);
    const working = sheaf.work({ destinations: { ...sheaf.deps.destinations, deliver } });
    await server.hears(phase);
    dead.reject(new Error("killed"));
    await working;
    sheaf.clock.advance(60_000);
    server.script = { MAIL: "421 Closing" };
    await sheaf.work();
    const [, second, failed] = await sheaf.deliveries(run.runId);
    expect(second?.data).toMatchObject({ attempt: 2, ...(isUnsent && { previousSentNothing: true }) });
    expect("previousSentNothing" in (second?.data ?? {})).toBe(isUnsent);
    expect(failed).toMatchObject({ type: "DeliveryFailed", data: { kind: "ours" } });
    const { state } = await sheaf.ports.runner.load(runDecider, run.runId);
    expect(state).toMatchObject({ mayHaveArrived: !isUnsent });
  });

  it("is left alone by its next attempt's job while the first job is still open", async () => {
    const server = await open(startHttp());
    server.fault = "hang";
    const sheaf = await setUpDeliverer();
    const run = await sheaf.givenRunTo(byWebhook(server.origin));
    const working = sheaf.work();
    await expect.poll(() => server.calls.length).toBe(1);
    await sheaf.asked(run.job);
    expect(await sheaf.work()).toEqual({ kind: "done" });
    await working;
    expect(server.calls).toHaveLength(1);
  });
});
