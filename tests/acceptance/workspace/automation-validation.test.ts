import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { cleanUpTexts } from "../../../upkeep/clean-up-texts.ts";
import { fieldsIn, startWorkspace, type Workspace } from "./support.ts";

/**
 * S-2.5, R-2, R-26, R-42, R-54: a wrong value is 400, and the response names the field in words and for programs.
 * Nothing is ever 500.
 */

let workspace: Workspace;
let merchant: Awaited<ReturnType<Workspace["givenMerchant"]>>;
let automation: AutomationOnWire;
let etag = "";
beforeAll(async () => {
  workspace = await startWorkspace();
  merchant = await workspace.givenMerchant();
  await merchant.call("POST", "reports/create-new");
  const { id: report_filter_id } = await merchant.create();
  automation = (await merchant.call<AutomationOnWire>("POST", "automations/create-new", { report_filter_id })).data;
  const read = await merchant.call("GET", `automations/get-automation/${automation.id}`);
  etag = read.headers.get("etag") ?? "";
});
afterAll(() => workspace.close());

const put = (body: unknown) =>
  merchant.call<AutomationOnWire>("PUT", "automations/update-automation", body, { "if-match": etag });
const save = (changes: object) => put({ ...automation, ...changes });
/** The default of a new automated report. */
const ToMail = "owner@nimbus-demo.example";
const plain = { ToMail, FromName: "", FromMail: "", Subject: "", SendAsLink: false, CustomMessage: "" };
const email = (changes: object) => ({ ReportDestination: { Destination: 0, Email: { ...plain, ...changes } } });
const ftp = (changes: object) => ({
  ReportDestination: {
    Destination: 1,
    Ftp: {
      HostName: "ftp.example.com",
      DirectoryPath: "",
      Username: "user",
      Password: "pass",
      FtpProtocol: 0,
      ...changes,
    },
  },
});
const webhook = (changes: object) => ({
  ReportDestination: { Destination: 2, Webhook: { Method: 0, Url: "https://a.example/x", ...changes } },
});
const publicUrl = (ReportName: unknown) => ({ ReportDestination: { Destination: 3, PublicUrl: { ReportName } } });
const fields = async () =>
  (await merchant.call<AutomationOnWire>("GET", `automations/get-automation/${automation.id}`)).data;

describe("a value that breaks a rule is refused at its field, with advice", () => {
  it.each<[string, object, string, RegExp]>([
    ["no title", { title: " " }, "title", /needs a title. Enter one/],
    ["a title of 51 characters", { title: "x".repeat(51) }, "title", /at most 50 characters/],
    ["a title with <", { title: "<b>" }, "title", /cannot contain < or >/],
    ["an unknown design", { report_id: "gone" }, "report_id", /design can't be found. Choose/],
    ["an unknown filter", { report_filter_id: "gone" }, "report_filter_id", /filter can't be found. Choose/],
    ["day 0 of a month", { custom_monthly_day: 0 }, "custom_monthly_day", /from 1 to 31/],
    ["day 32 of a month", { custom_monthly_day: 32 }, "custom_monthly_day", /from 1 to 31/],
    ["half a day", { custom_monthly_day: 1.5 }, "custom_monthly_day", /from 1 to 31/],
    ["a time before midnight", { custom_hour: -1 }, "custom_hour", /between 00:00 and 23:59/],
    ["a time past 23:59", { custom_hour: 1_440 }, "custom_hour", /between 00:00 and 23:59/],
    [
      "a start that isn't a date",
      { starts_from: "soon" },
      "starts_from",
      /isn't a date\. Choose one, for example 2026-11-2/,
    ],
    ["a start with a time", { starts_from: "2026-12-01T00:00:00Z" }, "starts_from", /isn't a date/],
    ["a start on a date that doesn't exist", { starts_from: "2027-02-29" }, "starts_from", /isn't a date/],
    ["a start in the past", { starts_from: "2026-11-19" }, "starts_from", /today or later/],
    ["an end in the past", { ends_to: "2026-11-19" }, "ends_to", /passed already.*pause/],
    ["an end before its start", { starts_from: "2026-12-02", ends_to: "2026-12-01" }, "ends_to", /before the start/],
    ["no recipient", email({ ToMail: " ; , " }), "ReportDestination.Email.ToMail", /at least one e-mail address/],
    ["an invalid recipient", email({ ToMail: "a@b.example, bob" }), "ReportDestination.Email.ToMail", /^Recipient 2/],
    [
      "a recipient with a name",
      email({ ToMail: "Bob <b@b.example>" }),
      "ReportDestination.Email.ToMail",
      /^Recipient 1/,
    ],
    ["a repeated recipient", email({ ToMail: "a@b.example;A@b.example" }), "ReportDestination.Email.ToMail", /same as/],
    [
      "a repeated recipient in another spelling",
      email({ ToMail: "a@bücher.example;b@b.example;A@xn--bcher-kva.example" }),
      "ReportDestination.Email.ToMail",
      /^Recipient 3 is the same as recipient 1/,
    ],
    [
      "51 recipients",
      email({ ToMail: Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join(";") }),
      "ReportDestination.Email.ToMail",
      /at most 50 addresses, and these are 51/,
    ],
    [
      "a sender name with a line break",
      email({ FromName: "A\r\nBcc: b@b.example" }),
      "ReportDestination.Email.FromName",
      /line breaks/,
    ],
    [
      "a sender name that is too long",
      email({ FromName: "x".repeat(101) }),
      "ReportDestination.Email.FromName",
      /at most 100/,
    ],
    ["an invalid reply address", email({ FromMail: "nobody" }), "ReportDestination.Email.FromMail", /leave it empty/],
    [
      "two reply addresses",
      email({ FromMail: "a@b.example;c@b.example" }),
      "ReportDestination.Email.FromMail",
      /an e-mail/,
    ],
    ["a subject with a line break", email({ Subject: "A\nB" }), "ReportDestination.Email.Subject", /line breaks/],
    [
      "a subject that is too long",
      email({ Subject: "x".repeat(256) }),
      "ReportDestination.Email.Subject",
      /at most 255/,
    ],
    [
      "a message that is too long",
      email({ CustomMessage: "x".repeat(5_001) }),
      "ReportDestination.Email.CustomMessage",
      /at most 5000/,
    ],
    [
      "a message with a control character",
      email({ CustomMessage: "a\u0007" }),
      "ReportDestination.Email.CustomMessage",
      /control/,
    ],
    ["no host", ftp({ HostName: "" }), "ReportDestination.Ftp.HostName", /Enter the server's host name/],
    [
      "a host with its protocol",
      ftp({ HostName: "ftp://a.example" }),
      "ReportDestination.Ftp.HostName",
      /only the server's name/,
    ],
    ["a host with a folder", ftp({ HostName: "a.example/in" }), "ReportDestination.Ftp.HostName", /directory/],
    ["a host with a user name", ftp({ HostName: "me@a.example" }), "ReportDestination.Ftp.HostName", /user name/],
    [
      "a host with a space",
      ftp({ HostName: "a example" }),
      "ReportDestination.Ftp.HostName",
      /isn't a server's name or address/,
    ],
    [
      "a host with a line break",
      ftp({ HostName: "a.example\r\nQUIT" }),
      "ReportDestination.Ftp.HostName",
      /isn't a server's name/,
    ],
    [
      "an IP address with a number above 255",
      ftp({ HostName: "300.1.1.1" }),
      "ReportDestination.Ftp.HostName",
      /isn't a server's name or address/,
    ],
    ["a port above 65535", ftp({ HostName: "a.example:70000" }), "ReportDestination.Ftp.HostName", /1 to 65535/],
    ["port 0", ftp({ HostName: "a.example:0" }), "ReportDestination.Ftp.HostName", /1 to 65535/],
    ["a directory with ..", ftp({ DirectoryPath: "in/../../etc" }), "ReportDestination.Ftp.DirectoryPath", /`\.\.`/],
    [
      "a directory with a line break",
      ftp({ DirectoryPath: "in\r\nDELE x" }),
      "ReportDestination.Ftp.DirectoryPath",
      /line breaks/,
    ],
    ["no user", ftp({ Username: "" }), "ReportDestination.Ftp.Username", /Enter the user name/],
    ["a user name with a line break", ftp({ Username: "a\r\nb" }), "ReportDestination.Ftp.Username", /line breaks/],
    ["no password", ftp({ Password: "" }), "ReportDestination.Ftp.Password", /Enter the password/],
    [
      "a mask without a stored password",
      ftp({ Password: "••••••••" }),
      "ReportDestination.Ftp.Password",
      /Enter the password/,
    ],
    ["a password with a line break", ftp({ Password: "a\nb" }), "ReportDestination.Ftp.Password", /line breaks/],
    [
      "a password that is too long",
      ftp({ Password: "x".repeat(256) }),
      "ReportDestination.Ftp.Password",
      /at most 255/,
    ],
    ["no address", webhook({ Url: "" }), "ReportDestination.Webhook.Url", /Enter the address/],
    ["a file address", webhook({ Url: "file:///etc/passwd" }), "ReportDestination.Webhook.Url", /https:\/\/ or http/],
    ["a javascript address", webhook({ Url: "javascript:alert(1)" }), "ReportDestination.Webhook.Url", /begins with/],
    ["an FTP address", webhook({ Url: "ftp://a.example/x" }), "ReportDestination.Webhook.Url", /begins with/],
    ["an address without a host", webhook({ Url: "https://" }), "ReportDestination.Webhook.Url", /begins with/],
    [
      "an address with a space",
      webhook({ Url: "https://a.example/a b" }),
      "ReportDestination.Webhook.Url",
      /begins with/,
    ],
    [
      "a password in an address",
      webhook({ Url: "https://a:b@a.example/" }),
      "ReportDestination.Webhook.Url",
      /user name or password/,
    ],
    [
      "an address that is too long",
      webhook({ Url: `https://a.example/${"x".repeat(2_000)}` }),
      "ReportDestination.Webhook.Url",
      /at most 2000/,
    ],
    [
      "a public name of 301 characters",
      publicUrl("x".repeat(301)),
      "ReportDestination.PublicUrl.ReportName",
      /at most 300/,
    ],
    ["a public name with a line break", publicUrl("a\nb"), "ReportDestination.PublicUrl.ReportName", /line breaks/],
    [
      "a made-up erased value",
      email({ FromName: `\u001apv:${"x".repeat(22)}` }),
      "ReportDestination",
      /erased value can't be used anywhere else/,
    ],
    [
      "a reference to somebody else's password",
      ftp({ Password: `\u001asv:${"x".repeat(22)}` }),
      "ReportDestination",
      /erased value can't be used anywhere else/,
    ],
  ])("%s", async (_name, changes, field, words) => {
    const reply = await save(changes);
    expect([reply.status, fieldsIn(reply)]).toEqual([400, [field]]);
    expect(reply.envelope.ErrorMessage).toMatch(words);
    expect(reply.envelope.ErrorMessage).toMatch(/\.$/);
    expect(await fields()).toEqual(automation);
  });

  it("several at once, each named", async () => {
    const reply = await save({ title: "", custom_hour: 9_999, ...ftp({ HostName: "", Password: "" }) });
    expect([reply.status, fieldsIn(reply)]).toEqual([
      400,
      ["title", "custom_hour", "ReportDestination.Ftp.HostName", "ReportDestination.Ftp.Password"],
    ]);
  });

  it("and the response and the vault don't contain the refused text, after two sweeps", async () => {
    const one = await workspace.givenMerchant("refused-shop");
    await one.call("POST", "reports/create-new");
    const { id: report_filter_id } = await one.create();
    const own = (await one.call<AutomationOnWire>("POST", "automations/create-new", { report_filter_id })).data;
    const wrong = { ...own, ...ftp({ HostName: "", Username: "quill-user", Password: "quill-password" }) };
    const reply = await one.call("PUT", "automations/update-automation", wrong);
    expect(reply.text).not.toContain("quill");
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const { vault, runner, eventStore } = workspace;
    for (const _ of [1, 2]) await cleanUpTexts({ vault, runner, eventStore, log }, new AbortController().signal);
    const kept = await Promise.all(
      ["pv:", "sv:"].map((prefix) => workspace.vault.findMatching(one.tenant, prefix, () => true)),
    );
    expect(kept.map(({ length }) => length)).toEqual([1, 0]);
  });
});

describe("a body of the wrong shape gets 400 and the field's name", () => {
  const text = Object.entries({ title: 5, report_id: null, report_filter_id: [], starts_from: 5, ends_to: {} });
  const choices = ["status", "file_type", "schedule", "delay_automation", "custom_weekly_day"].flatMap((field) =>
    [-1, 99, 1.5, "1", null, [], {}].map((value) => [field, value] as const),
  );
  const flags = ["export_empty_reports", "apply_date_filter"].flatMap((field) =>
    ["yes", 1, null].map((value) => [field, value] as const),
  );
  const numbers = ["custom_monthly_day", "custom_hour"].flatMap((field) =>
    ["1", null, [], true].map((value) => [field, value] as const),
  );
  it.each([...text, ...choices, ...flags, ...numbers])("%s: %j", async (field, value) => {
    const reply = await save({ [field]: value });
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toContain(field);
  });

  it.each<[string, unknown]>([
    ["no destination", undefined],
    ["null", null],
    ["a list", []],
    ["no kind", {}],
    ["an unknown kind", { Destination: 4 }],
    ["e-mail without its settings", { Destination: 0 }],
    ["FTP without its settings", { Destination: 1, Ftp: null }],
    ["webhook without its settings", { Destination: 2, Email: null }],
    ["public link without its settings", { Destination: 3, PublicUrl: null }],
    ["settings that lack a field", { Destination: 2, Webhook: { Method: 0 } }],
    ["an unknown field", { Destination: 2, Webhook: { Method: 0, Url: "https://a.example", Secret: "x" } }],
    ["recipients as a list", { ...email({ ToMail: ["a@b.example"] }).ReportDestination }],
    ["an unknown protocol", { ...ftp({ FtpProtocol: 4 }).ReportDestination }],
    ["an unknown method", { ...webhook({ Method: 2 }).ReportDestination }],
    ["a checkbox that isn't a boolean", { ...email({ SendAsLink: "yes" }).ReportDestination }],
    ["a NUL", { ...ftp({ HostName: "a\0b" }).ReportDestination }],
    ["a number as a public name", { ...publicUrl(7).ReportDestination }],
  ])("in a destination: %s", async (_name, ReportDestination) => {
    const reply = await save({ ReportDestination });
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(/ReportDestination|Email|Ftp|Webhook|PublicUrl|Secret/);
  });

  it.each([[undefined], ["text"], [[]], [{}], [{ id: "x" }], [{ id: 5 }]])("%j", async (body) => {
    expect((await put(body)).status).toBe(400);
  });

  it("for an unknown field and a missing one", async () => {
    expect((await save({ enabled: true })).envelope.ErrorMessage).toContain("enabled");
    const { custom_hour: _, ...without } = automation;
    expect((await put(without)).envelope.ErrorMessage).toContain("custom_hour");
  });
});
