import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbox } from "#infra/mail/outbox.ts";
import type { MailMessage, Outbox } from "#infra/ports/mail.ts";
import { createDemoStore, type DemoStore } from "../create-demo-store.ts";

let folder: string;
let outbox: Outbox;
let store: DemoStore;
let base: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "sheaf-mailbox-")), "outbox");
  outbox = createOutbox({ folder, from: "no-reply@sheaf.example" });
  store = createDemoStore({ outboxFolder: folder, appUrl: "http://sheaf.example" });
  base = await store.listen(0);
});
afterEach(async () => {
  await Promise.all([store.close(), outbox.close()]);
  await rm(join(folder, ".."), { recursive: true, force: true });
});

const get = async (path: string) => {
  const answer = await fetch(`${base}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const send = (changes: Partial<MailMessage> = {}) =>
  outbox.send({
    id: "report-1",
    owner: { tenant: "t-1", shop: "aurora-demo" },
    to: ["ann@partner.example"],
    subject: "Daily orders",
    text: "Your report is ready.\nDownload it here: http://sheaf.example/files/x/Orders.csv",
    date: new Date("2026-11-20T22:01:00Z"),
    ...changes,
  });

describe("The demo's mailbox", () => {
  it("says that it is empty until a mail is sent", async () => {
    const { status, text } = await get("/mailbox");
    expect(status).toBe(200);
    expect(text).toContain("No mail yet");
    expect((await get("/")).text).toContain('href="/mailbox"');
  });

  it("lists mail as it arrives, newest first, with sender and time in the shop's zone", async () => {
    await get("/mailbox");
    await send();
    await send({ id: "report-2", subject: "Newer", date: new Date("2026-11-21T22:01:00Z") });
    await send({
      id: "support-1",
      owner: { tenant: "t-2", shop: "nimbus-demo" },
      subject: "Oldest",
      date: new Date(0),
    });
    // An incomplete mail, and a foreign file.
    await writeFile(join(folder, "report-3.part"), "Subject: half\r\n\r\n");
    await writeFile(join(folder, "notes.txt"), "Subject: notes\r\n\r\n");
    const { text } = await get("/mailbox");
    const subjects = [...text.matchAll(/<h2><a href="([^"]+)"><bdi>([^<]*)/g)].map(([, at, subject]) => [at, subject]);
    expect(subjects).toEqual([
      ["/mailbox/report-2", "Newer"],
      ["/mailbox/report-1", "Daily orders"],
      ["/mailbox/support-1", "Oldest"],
    ]);
    expect(text).toContain("Sheaf &lt;no-reply@sheaf.example&gt;</bdi> to <bdi>ann@partner.example</bdi>");
    expect(text).toMatch(/21 Nov 2026, 12:01 AM \(Europe\/\w+\)/);
  });

  it("shows the mail of one shop, or of all if the shop has none", async () => {
    await send();
    await send({ id: "report-2", owner: { tenant: "t-2", shop: "nimbus-demo" }, subject: "Of another" });
    const { text } = await get("/mailbox?shop=nimbus-demo");
    expect(text).toContain("Of another");
    expect(text).not.toContain("Daily orders");
    expect((await get("/mailbox?shop=nobody")).text).toContain("Daily orders");
  });

  it("shows a mail's text with links, its HTML in a sandboxed frame, and its files to download", async () => {
    const content = Buffer.from("number,total\n1001,9.90\n");
    const name = 'Ünï "1"\'.csv';
    await send({
      html: "<p>Hello</p><script>alert(1)</script>",
      attachments: [{ name, contentType: "text/html", content }],
    });
    const { text, headers } = await get("/mailbox/report-1");
    expect(text).toContain('<a href="http://sheaf.example/files/x/Orders.csv" rel="noopener noreferrer">');
    expect(text).toContain('<iframe title="The mail as HTML" sandbox="" src="/mailbox/report-1/html">');
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await get("/mailbox/report-1/html");
    expect(html.text).toContain("<p>Hello</p>");
    expect(html.headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*; sandbox;/);
    const file = await get("/mailbox/report-1/files/0");
    expect(file.text).toBe(content.toString());
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    const disposition = file.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(name);
  });

  it("runs no code in a mail", async () => {
    const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
    await send({
      subject: evil,
      fromName: evil,
      text: `${evil} http://a.example/"onclick="alert(1) javascript:alert(1)`,
    });
    for (const path of ["/mailbox", "/mailbox/report-1"]) {
      const { text } = await get(path);
      expect(text).not.toMatch(/<(img|script)|href="javascript|" ?onclick/i);
      expect(text).toContain("&lt;script&gt;");
    }
  });

  it.each([
    "/mailbox/nobody",
    "/mailbox/..%2Foutbox%2Freport-1",
    "/mailbox/%2e%2e%2fdemo-store",
    "/mailbox/report-1/files/9",
    "/mailbox/report-1/files/-1",
    "/mailbox/report-1/other",
    "/mailbox/report-1/files/0/more",
    "/mailbox/%00",
  ])("responds with not found at %s", async (path) => {
    await send();
    expect((await get(path)).status).toBe(404);
  });
});

describe("The demo's webhook", () => {
  it("shows each call with its query and headers, as plain text", async () => {
    const hook = `${base}/mailbox/hook/orders`;
    const query = "fileurl=http%3A%2F%2Fsheaf.example%2Ffiles%2Fx%2FOrders.csv&created_at=2026-11-20T22%3A01%3A00Z";
    expect(
      (await fetch(`${hook}?${query}&evil=%3Cscript%3E`, { headers: { "idempotency-key": "run-1" } })).status,
    ).toBe(200);
    expect((await fetch(`${base}/mailbox/hook`, { method: "POST", body: "<b>body</b>" })).status).toBe(200);
    const { text } = await get("/mailbox/calls");
    expect(text).toContain('<a href="http://sheaf.example/files/x/Orders.csv"');
    expect(text).toContain("<dt>idempotency-key</dt><dd><bdi>run-1</bdi></dd>");
    expect(text).toContain("&lt;script&gt;");
    expect(text).toContain("&lt;b&gt;body&lt;/b&gt;");
    expect(text.indexOf("POST")).toBeLessThan(text.indexOf("GET <bdi>orders"));
    expect(text).toContain("ALLOW_PRIVATE_HOSTS=true");
  });

  it("keeps the newest hundred calls", async () => {
    for (let n = 0; n < 101; n += 1) await fetch(`${base}/mailbox/hook/n${n}`);
    const { text } = await get("/mailbox/calls");
    expect([...text.matchAll(/<h2>GET/g)]).toHaveLength(100);
    expect(text).not.toContain("<bdi>n0<");
  });
});
