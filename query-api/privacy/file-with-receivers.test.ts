import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordFetch } from "#application/exports/fetches.ts";
import { createPeopleHash, keyMark, type PersonMark } from "#application/people/people-hash.ts";
import { recordCustomerRequest } from "#application/privacy/customer-requests.ts";
import { forgetExport, recordExport } from "#application/privacy/shop-exports.ts";
import { putSubject, toSubjectRef } from "#application/privacy/subject.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext, WithoutContext } from "#domain/core/message.ts";
import { DestinationKind, FileType, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type PrivacyCommand, privacyDecider } from "#domain/privacy/decider.ts";
import type { HeldExport, PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { CustomerRequest, FileReceivers } from "#domain/wire/account/file-receivers.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { givenReport } from "#tests/support/delivering.ts";
import { finishing } from "#tests/support/finishing.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

const ann: PersonMark[] = [
  { kind: "customer", value: "11" },
  { kind: "email", value: "ann@example.com" },
];
const bob: PersonMark[] = [{ kind: "email", value: "bob@example.com" }];

let web: WebForTests;
let shop: { tenant: string; token: string };
beforeEach(async () => {
  web = await startWebForTests();
  shop = await web.givenShop("aurora-demo");
});
afterEach(() => web.close());
const as = (tenant: string) => ({ tenant, actor: { kind: "merchant" } as const, correlation: "c" });
const publish = async (key: string, bytes: Buffer) => {
  const part = await web.files.createPart(`${key}.making`);
  await part.write(bytes);
  await part.publish(key);
};

/** A file of the shop that contains people. `run`: of an automated report; otherwise made by hand. */
const givenFile = async (
  id: string,
  people: PersonMark[],
  { run, of = shop.tenant, report = "a" }: { run?: string; of?: string; report?: string } = {},
) => {
  const onExport = async (command: WithoutContext<ExportCommand>) => {
    const make = (context: CommandContext) => ({ ...command, context }) as ExportCommand;
    const done = await web.runner.execute(exportDecider, id, make, as(of));
    if (isRefusal(done)) throw new Error(done.message);
  };
  web.clock.advance(60_000);
  const requestedAt = web.clock.now().toISOString();
  await onExport({
    type: "RequestExport",
    exportId: id,
    tenant: of,
    shop: "aurora-demo",
    reportId: "r",
    reportTitle: "Untitled1",
    fileType: FileType.Csv,
    fileName: `${id}.csv`,
    inputHash: "h",
    trigger: run === undefined ? "manual" : "automated",
    ...(run !== undefined && { run: { automationId: report, runId: run, cause: "slot", keptDays: 7 } }),
    emptyExpected: false,
    asked: null,
  });
  await onExport({ type: "StartExport", worker: "w" });
  const hash = createPeopleHash(web.vault, of);
  await publish(`${id}.1.people`, Buffer.from([keyMark, ...people].map(hash).join(""), "hex"));
  await onExport(finishing(id, web.clock.now()));
  await recordExport(web.state, of, { exportId: id, requestedAt, position: "1" });
  return { onExport };
};

type OnRun = (command: WithoutContext<RunCommand>) => Promise<void>;

/** A run of the automated report `a` that has made its file. */
const givenRun = async (runId: string, exportId: string, automationId = "a"): Promise<OnRun> => {
  const { tenant } = shop;
  const onRun: OnRun = async (command) => {
    const make = (context: CommandContext) => ({ ...command, context }) as RunCommand;
    const done = await web.runner.execute(runDecider, runId, make, as(tenant));
    if (isRefusal(done)) throw new Error(done.message);
  };
  const claim = { workspaceVersion: 1, shopVersion: 1, flags: [], catalogueVersion: 1, inputHash: "h" };
  const period = { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" };
  const facts = { runId, automationId, tenant, cause: "slot", slot: period.to, period, deliverEmpty: true } as const;
  await onRun({ type: "StartRun", ...claim, ...facts });
  await onRun({ type: "RequestRunExport", try: 1, exportId, inputHash: "h" });
  await onRun({ type: "FinishRunExport", exportId, orders: 1, rows: 1 });
  return onRun;
};
const delivery = { try: 1, attempt: 1, deliveryId: "d" };

/** A run whose file was e-mailed to two people. Their addresses are in the vault. */
const givenMailed = async (runId: string, exportId: string) => {
  const recipients = await Promise.all(
    ["carl@partner.example", "dora@partner.example"].map((address, n) =>
      web.vault.put(address, { owner: shop.tenant, reference: `pv:${String(n).padStart(22, "0")}` }),
    ),
  );
  const onRun = await givenRun(runId, exportId);
  await onRun({ type: "StartDelivery", ...delivery, destination: DestinationKind.Email, recipients });
  const sentAt = web.clock.now().toISOString();
  const receipt = { at: sentAt, to: "2 recipients", answer: "250", steps: [], before: false };
  await onRun({ type: "ConfirmDelivery", ...delivery, receipt });
  return { sentAt, recipients };
};

const ask = async (Customer: string, Continuation: string | null = null, token = shop.token) => {
  const reply = await web.ask("POST", "privacy/find-receivers", { token, body: { Customer, Continuation } });
  return { ...reply, found: reply.envelope.Data as unknown as FileReceivers };
};
const names = ({ Files }: FileReceivers) => Files.map(({ FileName }) => FileName);

describe("the recipients of a customer's data", () => {
  it("are listed for each file with the customer: its origin, destination and fetches", async () => {
    await givenFile("by-hand", ann);
    await givenFile("others", bob);
    await givenFile("mailed", [...bob, ...ann], { run: "run-1" });
    const { sentAt, recipients } = await givenMailed("run-1", "mailed");
    await recordFetch(web.state, "by-hand", "link", web.clock.now());
    const fetchedAt = web.clock.now().toISOString();
    const { found } = await ask(" Ann@Example.com ");
    expect(found).toEqual({
      Files: [
        {
          ExportId: "mailed",
          FileName: "mailed.csv",
          ReportTitle: "Untitled1",
          Automation: "",
          RequestedAt: expect.any(String),
          Certain: true,
          File: "kept",
          Sent: {
            At: sentAt,
            Destination: DestinationKind.Email,
            Recipients: ["carl@partner.example", "dora@partner.example"],
            Place: "2 recipients",
            Certain: true,
            Reached: null,
          },
          Fetched: [],
        },
        {
          ExportId: "by-hand",
          FileName: "by-hand.csv",
          ReportTitle: "Untitled1",
          Automation: null,
          RequestedAt: expect.any(String),
          Certain: true,
          File: "kept",
          Sent: null,
          Fetched: [{ From: fetchedAt, To: fetchedAt, By: "link" }],
        },
      ],
      Looked: 3,
      Of: 3,
      Continuation: null,
    });
    await web.vault.erase(recipients[0] ?? "");
    expect((await ask("ann@example.com")).found.Files[0]?.Sent?.Recipients).toEqual([
      "an erased value",
      "dora@partner.example",
    ]);
  });

  it.each(["11", " 11 ", "https://admin.example/store/aurora/customers/11", "gid://shopify/Customer/11"])(
    "are found by the customer's number, entered as %j",
    async (typed) => {
      await givenFile("a", ann);
      await givenFile("b", bob);
      expect(names((await ask(typed)).found)).toEqual(["a.csv"]);
    },
  );

  it("include those of expired files, as long as the people in them are known", async () => {
    const { onExport } = await givenFile("a", ann);
    web.clock.advance(8 * 86_400_000);
    await onExport({ type: "ExpireExport" });
    shop.token = await web.sessions.issue({
      tenant: shop.tenant,
      shop: "aurora-demo",
      epoch: await web.sessions.readEpoch(shop.tenant),
    });
    expect((await ask("11")).found.Files).toMatchObject([{ FileName: "a.csv", File: "expired", Certain: true }]);
  });

  it("include those of a file with unknown people, marked as uncertain", async () => {
    await givenFile("a", bob);
    await web.files.delete("a.1.people");
    expect((await ask("11")).found.Files).toMatchObject([{ FileName: "a.csv", Certain: false }]);
  });

  it("are found step by step, without files made in the meantime", async () => {
    for (const id of ["a", "b", "c"]) await givenFile(id, ann);
    const open = web.files.open;
    web.files.open = (...asked) => {
      web.clock.advance(1_001);
      return open(...asked);
    };
    const first = (await ask("11")).found;
    expect([names(first), first.Looked, first.Of]).toEqual([["c.csv"], 1, 3]);
    await givenFile("d", ann);
    const second = (await ask("11", first.Continuation)).found;
    expect(names(second)).toEqual(["b.csv"]);
    const third = (await ask("11", second.Continuation)).found;
    expect([names(third), third.Continuation]).toEqual([["a.csv"], null]);
    expect((await ask("11", "nowhere")).status).toBe(400);
  });

  const email = { recipients: ["c@a.example"], fromName: "", replyTo: "", subject: "", message: "", asLink: false };
  const ftp = { protocol: FtpProtocol.SFTP, host: "ftp.a.example", port: null, directory: "" };
  /** A destination of each kind, with the server that takes the file from Sheaf. */
  const servers: { [Kind in DestinationKind]: [Extract<Destination, { kind: Kind }>, string | null] } = {
    [DestinationKind.Email]: [{ kind: DestinationKind.Email, ...email }, null],
    [DestinationKind.Ftp]: [{ kind: DestinationKind.Ftp, ...ftp, username: "u", password: "p" }, "ftp.a.example"],
    [DestinationKind.Webhook]: [
      { kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: " https://hooks.a.example/key " },
      "hooks.a.example",
    ],
    [DestinationKind.PublicUrl]: [{ kind: DestinationKind.PublicUrl, reportName: "Orders" }, null],
  };

  it.each(Object.entries(DestinationKind))(
    "include the server that may have the file of an unconfirmed delivery: %s",
    async (_, kind) => {
      const [destination, host] = servers[kind];
      const report = await givenReport(web, shop.tenant, destination);
      const { version: workspaceVersion } = await web.runner.load(workspaceDecider, shop.tenant);
      await givenFile("lost", ann, { run: "run-1", report });
      const onRun = await givenRun("run-1", "lost", report);
      await onRun({ type: "StartDelivery", ...delivery, destination: kind, recipients: [], workspaceVersion });
      expect((await ask("11")).found.Files[0]?.Sent?.Place ?? null).toBe(host);
    },
  );

  it("never include those of another shop's files", async () => {
    const other = await web.givenShop("borealis-demo");
    await givenFile("a", ann);
    expect((await ask("11", null, other.token)).found).toEqual({ Files: [], Looked: 0, Of: 0, Continuation: null });
  });

  it.each(["", "ann", "ann @example.com", "0x11"])(
    "are not searched by %j, with advice on the input",
    async (typed) => {
      const { status, envelope } = await ask(typed);
      expect(status).toBe(400);
      expect(JSON.parse(envelope.ErrorDetails ?? "")).toMatchObject([{ field: "Customer" }]);
      expect(envelope.ErrorMessage).toMatch(/e-mail address/);
    },
  );

  it("leave the query in no log and no store", async () => {
    await givenFile("a", ann);
    const events = await web.events();
    await ask("ann@example.com");
    await ask("nobody@example.com");
    await ask("not an address of zed");
    expect(await web.events()).toEqual(events);
    await web.close();
    expect(web.logged()).toContain("privacy/find-receivers");
    expect(web.logged()).not.toMatch(/example\.com|zed/);
    web = await startWebForTests();
  });
});

describe("a customer's request forwarded by the platform", () => {
  /** `before`: exports named before the end. */
  const given = async (id: string, kind: PrivacyRequestKind, ends?: HeldExport[], before: HeldExport[] = []) => {
    const { tenant } = shop;
    const send = (command: WithoutContext<PrivacyCommand>) =>
      web.runner.execute(privacyDecider, id, (context): PrivacyCommand => ({ ...command, context }), as(tenant));
    await putSubject(web.vault, id, tenant, { customerId: "11", email: "ann@example.com", orders: [] });
    const facts = { kind, tenant, shop: "aurora-demo", webhookId: id, customer: null, orders: 0 };
    await send({ type: "ReceivePrivacyRequest", ...facts, subjectRef: toSubjectRef(id) });
    await recordCustomerRequest(web.state, tenant, id);
    const counts = { exports: ends?.length ?? 0, files: 0, values: 1 };
    if (before.length > 0) await send({ type: "NamePrivacyExports", exports: before });
    if (ends) await send({ type: "CarryOutPrivacyRequest", outcome: "carried-out", counts, exports: ends });
  };
  const held = (exportId: string, requestedAt: string): HeldExport => ({
    exportId,
    fileName: `${exportId}.csv`,
    requestedAt,
    fileExists: true,
    certain: true,
  });
  const listed = async (token = shop.token) =>
    (await web.ask("GET", "privacy/get-requests", { token })).envelope.Data as unknown as CustomerRequest[];
  const answer = (Id: string, token = shop.token) =>
    web.ask("POST", "privacy/get-answer", { token, body: { Id, Continuation: null } });

  it("shows the customer and the deadline for an answer", async () => {
    await given("p", "customer-data", []);
    await given("q", "customer-erasure");
    expect((await listed()).toSorted((one, other) => (one.Id < other.Id ? -1 : 1))).toEqual([
      {
        Id: "p",
        Kind: "data",
        ReceivedAt: "2026-11-20T12:00:00.000Z",
        AnswerBy: "2026-12-20T12:00:00.000Z",
        KeptUntil: "2027-02-18T12:00:00.000Z",
        About: "ann@example.com",
        Ready: true,
        Outcome: "carried-out",
        Files: 0,
        Values: 1,
      },
      expect.objectContaining({ Id: "q", Kind: "erasure", AnswerBy: null, About: null, Ready: false, Outcome: null }),
    ]);
  });

  it("is answered with the files named at its end, and who received them", async () => {
    await givenFile("a", ann);
    await givenFile("b", bob);
    await given("p", "customer-data", [held("a", "2026-11-20T12:01:00.000Z")]);
    expect((await answer("p")).envelope.Data).toMatchObject({ Files: [{ FileName: "a.csv" }], Continuation: null });
  });

  it("is also answered with files named before its end, as when they exceed one event", async () => {
    for (const id of ["a", "b"]) await givenFile(id, ann);
    const [a, b] = [held("a", "2026-11-20T12:01:00.000Z"), held("b", "2026-11-20T12:02:00.000Z")];
    await given("p", "customer-data", [b], [a]);
    expect((await answer("p")).envelope.Data).toMatchObject({
      Files: [{ FileName: "b.csv" }, { FileName: "a.csv" }],
      Of: 2,
    });
  });

  it("distinguishes a file without fetches from one whose fetch records were deleted", async () => {
    await givenFile("a", ann);
    await givenFile("b", ann);
    await recordFetch(web.state, "a", "link", web.clock.now());
    await given("p", "customer-data", [held("a", "2026-11-20T12:02:00.000Z"), held("b", "2026-11-20T12:01:00.000Z")]);
    await forgetExport(web.state, "a");
    expect((await answer("p")).envelope.Data).toMatchObject({
      Files: [
        { FileName: "a.csv", Fetched: null },
        { FileName: "b.csv", Fetched: [] },
      ],
    });
  });

  it("is answered only once it is carried out, and only to its own shop", async () => {
    const other = await web.givenShop("borealis-demo");
    await given("p", "customer-data");
    expect((await answer("p")).envelope.ErrorMessage).toMatch(/still being carried out/);
    await given("q", "customer-data", []);
    expect((await answer("q", other.token)).status).toBe(404);
    expect(await listed(other.token)).toEqual([]);
    expect((await answer("nothing")).status).toBe(404);
  });
});
