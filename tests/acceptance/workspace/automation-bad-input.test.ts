import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collections } from "#domain/read-models/documents.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { givenMerchantWithReport, type MerchantWithReport } from "./merchant-with-report.ts";
import { fieldsIn, startWorkspace, type Workspace } from "./support.ts";
import { shapes } from "./wrong-shapes.ts";

/**
 * Hostile input in a field of an automated report is refused with a message that names the field, or is harmless: it
 * is returned as typed, and is nowhere in plain text. `automation-validation.test.ts` has the input that the rules
 * refuse.
 */

let workspace: Workspace;
let merchant: MerchantWithReport["merchant"];
let automation: MerchantWithReport["automation"];
beforeAll(async () => {
  workspace = await startWorkspace();
  ({ merchant, automation } = await givenMerchantWithReport(workspace));
});
afterAll(() => workspace.close());

const put = (body: unknown) => merchant.call<AutomationOnWire>("PUT", "automations/update-automation", body);
const save = (ReportDestination: unknown) => put({ ...automation, ReportDestination });

type Kind = "Email" | "Ftp" | "Webhook" | "PublicUrl";
const kinds: readonly Kind[] = ["Email", "Ftp", "Webhook", "PublicUrl"];
/** Valid settings of each kind. */
const good = {
  Email: {
    ToMail: "ann@partner.example",
    FromName: "Aurora",
    FromMail: "",
    Subject: "",
    SendAsLink: false,
    CustomMessage: "",
  },
  Ftp: { HostName: "ftp.example.com", DirectoryPath: "in", Username: "user", Password: "pass", FtpProtocol: 0 },
  Webhook: { Method: 0, Url: "https://hooks.example/in" },
  PublicUrl: { ReportName: "Orders" },
} as const satisfies Record<Kind, object>;
const destination = (kind: Kind, changes: object = {}) => ({
  Destination: kinds.indexOf(kind),
  [kind]: { ...good[kind], ...changes },
});

describe.each(kinds)("a field of %s", (kind) => {
  const fields = Object.keys(good[kind]);
  it.each(fields.flatMap((field) => shapes.map(([name, value]) => [field, name, value] as const)))(
    "%s with %s is refused, naming the field",
    async (field, _name, value) => {
      const reply = await save(destination(kind, { [field]: value }));
      expect(reply.status).toBe(400);
      expect(reply.envelope.ErrorMessage).toContain(field);
      expect(reply.envelope.ErrorMessage).toMatch(/^[\w.]+ .*\.$/);
    },
  );
  it("is refused by name if the destination has no such field", async () => {
    for (const name of ["Secret", "constructor", "__proto", "toString"])
      expect((await save(destination(kind, { [name]: "x" }))).envelope.ErrorMessage).toContain(name);
  });
});

describe("a field outside the destination", () => {
  const optional = new Set(["next_execution", "failed_tries", "failed_reason"]);
  const nullable = new Set([...optional, "starts_from", "ends_to"]);
  it("is refused by name if its type is wrong or it is too long", async () => {
    const fields = Object.keys(automation).filter((field) => field !== "ReportDestination");
    expect(fields).toHaveLength(18);
    for (const field of fields)
      for (const [name, value] of shapes) {
        if (value === undefined && optional.has(field)) continue;
        if (value === null && nullable.has(field)) continue;
        // How it fares is echoed, and looked at by nobody.
        if (field === "failed_tries" && typeof value === "number") continue;
        const reply = await put({ ...automation, [field]: value });
        expect([field, name, reply.status]).toEqual([field, name, 400]);
        // By the shape with its name for programs, by the rules with a place beside the sentence.
        expect(`${reply.envelope.ErrorMessage} ${reply.envelope.ErrorDetails}`).toContain(field);
      }
  });

  it("finds no report if it is an unknown id", async () => {
    for (const id of ["__proto__", "constructor", "../x", "%00", `${automation.id} `, automation.id.toUpperCase()])
      expect([id, (await put({ ...automation, id })).status]).toEqual([id, 404]);
  });

  it("changes nothing if it claims a report's state", async () => {
    const told = { next_execution: "tomorrow", failed_tries: 1e308, failed_reason: "<b>none</b>" };
    const { status, data } = await put({ ...automation, ...told });
    expect([status, data]).toEqual([200, automation]);
  });
});

const refusedAt: readonly (readonly [Kind, string, readonly string[]])[] = [
  [
    "Email",
    "ToMail",
    [
      Array.from({ length: 1_000 }, (_, n) => `a${n}@b.example`).join(";"),
      '"quoted local"@b.example',
      '"a@b.example"',
      "ann(comment)@b.example",
      "ann@b.example (comment)",
      "Ann <ann@b.example>",
      "<ann@b.example>",
      "group: ann@b.example",
      "ann@[127.0.0.1]",
      "ann@localhost",
      "ann@b.example\u0000",
      "ann@b.example\u200b",
      "ann\u202e@b.example",
      "ann@b.example\tBcc: eve@c.example",
      "ann@b.example Bcc:eve@c.example",
      "ann@b.example%0aBcc:eve@c.example ",
      "ann@b..example",
      "@b.example",
      "ann@b.example>\r\nRCPT TO:<eve@c.example",
      `${"a".repeat(65)}@b.example`,
      `a@${"b".repeat(200)}.example`,
    ],
  ],
  ["Email", "FromMail", ["ann@b.example\r\nBcc: eve@c.example", "ann@b.example, eve@c.example", "Ann <a@b.example>"]],
  ["Email", "FromName", ["A\rB", "A\nBcc: eve@c.example", "A\u0007", "A\u2028B", "x".repeat(101)]],
  ["Email", "Subject", ["A\r\n\r\nbody", "A\u2029B", "A\u001bB", "x".repeat(256)]],
  ["Email", "CustomMessage", ["A\u001b[31mB", "A\u0008", "x".repeat(5_001)]],
  [
    "Ftp",
    "HostName",
    [
      "ftp://ftp.example.com",
      "user:pass@ftp.example.com",
      "ftp.example.com/in",
      "ftp.example.com\\in",
      "ftp.example.com?x",
      "ftp.example.com#x",
      "ftp.example.com:0",
      "ftp.example.com:99999",
      "ftp.example.com:21:22",
      "ftp..example.com",
      ".example.com",
      "-ftp.example.com",
      "ftp example.com",
      "256.1.1.1",
      "1.2.3",
      "[::1",
      "fe80::1%eth0",
      "ftp.example.com\r\nQUIT",
      `${"a".repeat(64)}.example.com`,
      `${"a.".repeat(130)}example.com`,
      "$(id)",
      "`id`",
      "*",
    ],
  ],
  [
    "Ftp",
    "DirectoryPath",
    ["..", "../in", "in/..", "/in/../../etc", "in\\..\\..", "in\r\nDELE x", "in\u0000", "in\u0085x", "x".repeat(901)],
  ],
  ["Ftp", "Username", ["", "a\r\nPASS b", "a\u0000b", "x".repeat(256)]],
  ["Ftp", "Password", ["", "a\nb", "\u0007", "x".repeat(256), "••••••••"]],
  [
    "Webhook",
    "Url",
    [
      "",
      "hooks.example/in",
      "//hooks.example/in",
      "ftp://hooks.example/in",
      "file:///etc/passwd",
      "gopher://hooks.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "http:hooks.example",
      "https:/hooks.example",
      "https://",
      "https://user@hooks.example/",
      "https://user:pass@hooks.example/",
      "https://:pass@hooks.example/",
      "https://hooks.example@evil.example/",
      "https://hooks.example:99999/",
      "https://hooks.example:port/",
      "https://256.1.1.1/",
      "https://[::1/",
      "https://[fe80::1%25eth0]/",
      "https://a b.example/",
      "https://hooks.example/in\r\nHost: evil.example",
      "https://hooks.example/\u0000",
      "https://hoo\u007fks.example/",
      `https://hooks.example/${"x".repeat(2_000)}`,
    ],
  ],
  ["PublicUrl", "ReportName", ["a\nb", "a\u0000", "x".repeat(301)]],
];

describe("malicious input", () => {
  it.each(
    refusedAt.flatMap(([kind, field, values]) =>
      values.map((value) => [field, value.slice(0, 60), kind, value] as const),
    ),
  )("is refused at %s: %j", async (field, _shown, kind, value) => {
    const reply = await save(destination(kind, { [field]: value }));
    expect(reply.status).toBe(400);
    // A NUL is refused before anything is read, at its place in the body.
    if (!value.includes("\0")) expect(fieldsIn(reply)).toEqual([`ReportDestination.${kind}.${field}`]);
    expect(reply.envelope.ErrorMessage).toMatch(/\.$/);
    if (value.length > 16) expect(reply.text).not.toContain(JSON.stringify(value).slice(1, -1));
  });
});

/** Accepted, as it does no harm: the delivery checks the host when it is called, and cleans headers and paths. */
const taken: readonly (readonly [Kind, string, readonly string[]])[] = [
  ["Email", "ToMail", ["o'neil+quill=x@b.example", "quill@münchen.example", "=?utf-8?q?quill?=@b.example"]],
  ["Email", "FromName", ['"quill" <eve@c.example>', "=?utf-8?q?quill=0d=0aBcc:?=", "{quill}"]],
  ["Email", "Subject", ["=?utf-8?b?cXVpbGw=?= quill", "{title}{quill}", "<script>quill</script>", "%0d%0aBcc: quill"]],
  ["Email", "CustomMessage", ["quill\r\n.\r\nMAIL FROM:<eve@c.example>", "<img src=x onerror=quill>"]],
  ["Ftp", "DirectoryPath", ["/", "~", "-la", "in/./x", "%2e%2e/x", "…/x", "a dir/ä", "$(id)"]],
  ["Ftp", "Username", ["quill@partner", "quill\u202e", "../quill"]],
  ["Ftp", "Password", ["quill '\"\\ %00 <b>", "пароль-quill"]],
  [
    "Webhook",
    "Url",
    [
      "https://hooks.example./quill",
      "https://hooks.example/quill#fragment",
      "https://hooks.example\\@evil.example/quill",
      "https://xn--mnchen-3ya.example/quill",
      "https://mün\u200bchen.example/quill",
      "https://hooks.example/%0d%0aHost:%20quill",
      "https://hooks.example/../../quill?fileurl=x&created_at=y",
      "http://2130706433/quill",
      "http://0x7f.1/quill",
      "http://017700000001/quill",
      "http://[::ffff:127.0.0.1]/quill",
      "http://localhost./quill",
    ],
  ],
  ["PublicUrl", "ReportName", ["../../etc/passwd", "con", ".htaccess", "a/b\\c", "<script>alert(1)</script>", ""]],
];

/** Stored unencrypted (ADR 75): hosts, folders and names of public reports aren't secrets. */
const clear = new Set(["DirectoryPath", "ReportName"]);

describe("invisible characters", () => {
  it.each([
    ["Email", "FromName", "qu\u200bill\u202eelbayap\ufeff", "quillelbayap"],
    ["Email", "Subject", "\u2066{title}\u2069 of\u00ad the day", "{title} of the day"],
    ["Ftp", "DirectoryPath", "in/\u202eorders\u200b", "in/orders"],
    ["PublicUrl", "ReportName", "Or\u200dders\u3164", "Orders"],
  ] as const)("are removed from %s %s", async (kind, field, typed, kept) => {
    const reply = await save(destination(kind, { [field]: typed }));
    expect((reply.data.ReportDestination[kind] as Record<string, unknown> | null)?.[field]).toBe(kept);
  });
});

describe("harmless values", () => {
  it.each(taken.flatMap(([kind, field, values]) => values.map((value) => [field, value, kind] as const)))(
    "are accepted, and confidential ones are stored only in the vault: %s %j",
    async (field, value, kind) => {
      const before = workspace.logged().length;
      const reply = await save(destination(kind, { [field]: value }));
      expect(reply.status).toBe(200);
      const part = reply.data.ReportDestination[kind] as Record<string, unknown> | null;
      if (field !== "Password") expect(part?.[field]).toBe(value);
      const list = await merchant.call<AutomationOnWire[]>("GET", "automations/get-automations");
      expect(list.status).toBe(200);
      expect((await merchant.call("GET", `automations/history?id=${automation.id}`)).status).toBe(200);
      if (clear.has(field)) return;
      const documents = await Promise.all(
        Object.values(collections).map(({ name }) => workspace.readStore.find(name, { limit: 1_000 })),
      );
      const stored = JSON.stringify([await workspace.eventStore.readStream(`workspace-${merchant.tenant}`), documents]);
      expect(stored).not.toContain("quill");
      expect(workspace.logged().slice(before)).not.toContain("quill");
    },
  );

  it("are not stored if they belong to a destination other than the chosen one", async () => {
    const vault = () => workspace.vault.findMatching(merchant.tenant, "", (value) => value.includes("unmeant"));
    const Ftp = { ...good.Ftp, Username: "unmeant-user", Password: "unmeant-password" };
    const reply = await save({ ...destination("Email"), Ftp, Webhook: { Method: 0, Url: "https://unmeant.example/" } });
    expect([reply.status, reply.data.ReportDestination.Ftp, reply.text.includes("unmeant")]).toEqual([
      200,
      null,
      false,
    ]);
    expect(await vault()).toEqual([]);
  });
});

it("none of these requests logs an unexpected failure", () => {
  expect(workspace.logged()).not.toContain("a request failed unexpectedly");
});
