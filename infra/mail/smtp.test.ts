import { afterEach, expect, it } from "vitest";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import { MailUnavailable } from "../ports/mail.ts";
import { createSmtpMail, needsTls } from "./smtp.ts";

let server: SmtpServer | undefined;
afterEach(() => server?.close());

it.each([
  ["smtp://sheaf:word@mail.example:587", true],
  ["smtp://sheaf:word@192.0.2.7", true],
  ["smtp://mail.example:25", false],
  ["smtp://sheaf:word@127.0.0.1:1025", false],
  ["smtp://sheaf:word@localhost:1025", false],
])("a password leaves this machine by %s: %s", (url, leaves) => {
  expect(needsTls(url)).toBe(leaves);
});

it("sends no password to another machine without encryption, unless that is allowed", async () => {
  server = await startSmtp("0.0.0.0");
  // This machine, by an address that isn't loopback.
  const options = { url: `smtp://sheaf:word@0.0.0.0:${server.port}`, from: "no-reply@sheaf.example" };
  const message = { id: "m-1", to: ["ann@partner.example"], subject: "s", text: "t", date: new Date(0) };
  await expect(createSmtpMail(options).send(message)).rejects.toThrow(MailUnavailable);
  expect([server.arrived, server.users]).toEqual([[], []]);
  await createSmtpMail({ ...options, allowPlaintext: true }).send(message);
  expect(server.users).toEqual(["sheaf"]);
});
