import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MailMessage, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { memory, type OpenedMail, outbox, smtp } from "./support/mail-adapters.ts";

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: "support-1",
  to: ["help@sheaf.example"],
  replyTo: "owner@aurora.example",
  subject: "Παραγγελίες ✓ of Aurora",
  text: "Καλημέρα,\nwhere is my report?\n.\nA line with one dot above.",
  date: new Date("2026-11-20T12:00:00Z"),
  ...changes,
});

/** A file that ends in the middle. */
async function* broken() {
  yield Buffer.from("one,");
  throw new Error("The disk is gone.");
}

const adapters = [
  { name: "memory", open: memory, hasIds: false },
  { name: "outbox", open: outbox, hasIds: true },
  { name: "smtp", open: () => smtp(), hasIds: true },
];

describe.each(adapters)("Mail ($name)", ({ open, hasIds }) => {
  let opened: OpenedMail;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it("arrives as written, in every script", async () => {
    await opened.mail.send(message());
    const [mail] = await opened.arrived();
    expect(mail).toMatchObject({
      from: "no-reply@sheaf.example",
      to: ["help@sheaf.example"],
      replyTo: "owner@aurora.example",
      subject: "Παραγγελίες ✓ of Aurora",
      date: new Date("2026-11-20T12:00:00Z"),
    });
    expect(mail?.text.replaceAll("\r\n", "\n")).toBe(message().text);
  });

  it("has the same Message-ID whenever it is sent again, and a different one for each e-mail", async () => {
    await opened.mail.send(message());
    await opened.mail.send(message());
    await opened.mail.send(message({ id: "support-2" }));
    const ids = new Set((await opened.arrived()).map(({ messageId }) => messageId));
    const written = ["<support-1@sheaf.example>", "<support-2@sheaf.example>"];
    expect([...ids].sort()).toEqual(hasIds ? written : [undefined]);
  });

  it("carries HTML and files, with their bytes unchanged", async () => {
    const content = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const attachment = { name: "Πωλήσεις 2026.xlsx", contentType: "application/octet-stream", content };
    await opened.mail.send(message({ html: "<p>Your <b>report</b></p>", attachments: [attachment] }));
    const [mail] = await opened.arrived();
    expect(mail?.html).toBe("<p>Your <b>report</b></p>");
    expect(mail?.attachments).toEqual([attachment]);
  });

  it("goes to several people, from the given address", async () => {
    await opened.mail.send(message({ to: ["a@b.example", "c@d.example"], from: "reports@aurora.example" }));
    expect(await opened.arrived()).toMatchObject([
      { to: ["a@b.example", "c@d.example"], from: "reports@aurora.example" },
    ]);
  });

  it("has the given sender name, and files that are streamed", async () => {
    const content = async () => Readable.from([Buffer.from("one,"), Buffer.from("two")]);
    const attachments = [{ name: "a.csv", contentType: "text/csv", content }];
    expect(await opened.mail.send(message({ fromName: "Aurora, Athens", attachments }))).toMatchObject({ refused: [] });
    const [mail] = await opened.arrived();
    expect(mail?.fromName).toBe("Aurora, Athens");
    expect(mail?.attachments.map((one) => Buffer.from(one.content).toString())).toEqual(["one,two"]);
  });

  it("is not sent if its file can't be read, and fails with the reason", async () => {
    const content = async () => Readable.from(broken());
    const attachments = [{ name: "a.csv", contentType: "text/csv", content }];
    await expect(opened.mail.send(message({ attachments }))).rejects.toThrow("The disk is gone.");
    expect(await opened.arrived()).toEqual([]);
  });

  it.each([
    ["nobody", { to: [] }],
    ["none of its recipients selected", { only: [] }],
    ["a selected address that isn't a recipient", { only: ["else@sheaf.example"] }],
    ["a sender's name with a header in it", { fromName: "Aurora\r\nBcc: c@d.example" }],
    ["an invalid address", { to: ["help"] }],
    ["two addresses in one", { to: ["a@b.example, c@d.example"] }],
    ["an address with a header in it", { replyTo: "a@b.example\r\nBcc: c@d.example" }],
    ["a subject with a header in it", { subject: "Hello\r\nBcc: c@d.example" }],
    ["an id that is a path", { id: "../mail" }],
  ] as [string, Partial<MailMessage>][])("is not sent with %s", async (_name, changes) => {
    await expect(opened.mail.send(message(changes))).rejects.toThrow(RangeError);
    expect(await opened.arrived()).toEqual([]);
  });
});

describe("The outbox", () => {
  it("contains one file per e-mail, and no partial files", async () => {
    const { mail, folder, close } = await outbox();
    await Promise.all([1, 2, 3].map((n) => mail.send(message({ id: `m-${n}` }))));
    await mail.send(message({ id: "m-1", subject: "Again" }));
    expect((await readdir(folder)).sort()).toEqual(["m-1.eml", "m-2.eml", "m-3.eml"]);
    await close();
  });
});

describe("A mail server", () => {
  it.each([
    [550, MailRefused],
    [554, MailRefused],
    [421, MailUnavailable],
    [451, MailUnavailable],
  ])("is named in the error for its response %i, without an address", async (code, kind) => {
    const { mail, arrived, close } = await smtp([code]);
    const failure = await mail.send(message()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(String(failure)).toContain(`code ${code}`);
    expect(String(failure)).not.toContain("aurora");
    await mail.send(message());
    expect(await arrived()).toHaveLength(1);
    await close();
  });

  it("is reported as unavailable when it is down", async () => {
    const { mail, stop, close } = await smtp();
    await stop();
    await expect(mail.send(message())).rejects.toThrow(MailUnavailable);
    await close();
  });
});

describe.each([
  { name: "memory", open: memory },
  { name: "outbox", open: outbox },
])("A stored e-mail ($name)", ({ open }) => {
  it("can be removed by its id, once, without affecting others", async () => {
    const { mail, arrived, close } = await open();
    try {
      await mail.send(message({ subject: "one" }));
      await mail.send(message({ id: "support-10", subject: "ten" }));
      expect([await mail.remove("support-1"), await mail.remove("support-1")]).toEqual([true, false]);
      expect((await arrived()).map(({ subject }) => subject)).toEqual(["ten"]);
      expect(await mail.remove("never-sent")).toBe(false);
    } finally {
      await close();
    }
  });

  it("can be removed by its owner and id prefix, without affecting other owners", async () => {
    const { mail, arrived, close } = await open();
    const of = (tenant: string) => ({ tenant, shop: "aurora-demo" });
    // A merchant's text never becomes a header of ours.
    const forged = "x\r\nSheaf-Tenant: t-1\r\n";
    try {
      expect(await mail.removeOfTenant("t-1")).toBe(0);
      await mail.send(message({ id: "report-1", owner: of("t-1"), subject: "report" }));
      await mail.send(message({ id: "suspended-1", owner: of("t-1"), subject: "alert" }));
      await mail.send(message({ id: "report-2", owner: of("t-11"), subject: "of another", text: forged }));
      await mail.send(message({ id: "report-3", subject: "of nobody" }));
      const left = async () => (await arrived()).map(({ subject }) => subject).sort();
      expect(await mail.removeOfTenant("t-1", "report-")).toBe(1);
      expect(await left()).toEqual(["alert", "of another", "of nobody"]);
      expect(await mail.removeOfTenant("t-1")).toBe(1);
      expect(await left()).toEqual(["of another", "of nobody"]);
    } finally {
      await close();
    }
  });
});

it("an invalid e-mail id removes nothing from the folder", async () => {
  const { mail, close } = await outbox();
  await expect(mail.remove("../state")).rejects.toThrow(RangeError);
  await close();
});
