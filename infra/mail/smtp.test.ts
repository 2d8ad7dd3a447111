import { createServer } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { certificate, vouched } from "#tests/protocols/certificates.ts";
import { listen } from "#tests/protocols/faults.ts";
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

it.each([
  ["has expired", { cert: vouched.expired, key: vouched.key }, "its certificate has expired"],
  ["isn't valid yet", { cert: vouched.notYetValid, key: vouched.key }, "its certificate isn't valid yet"],
  ["is for another name", { cert: vouched.other, key: vouched.key }, "its certificate is for another name"],
  ["is self-signed", certificate, "its certificate is self-signed"],
  [
    "comes from an unknown authority",
    { cert: vouched.good, key: vouched.key },
    "no known authority vouches for its certificate",
    certificate.cert,
  ],
])("names a mail server's certificate that %s", async (_, served, reason, trusted = vouched.ca) => {
  const { port, close } = await listen(createServer(served));
  const url = `smtps://localhost:${port}?tls.ca=${encodeURIComponent(trusted)}`;
  const sent = createSmtpMail({ url, from: "no-reply@sheaf.example" }).send({
    id: "m-1",
    to: ["ann@partner.example"],
    subject: "s",
    text: "t",
    date: new Date(0),
  });
  await expect(sent).rejects.toMatchObject({ reason, ours: true, notTaken: true });
  await close();
});
