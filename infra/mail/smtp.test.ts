import { createServer } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { certificate, vouched } from "#tests/protocols/certificates.ts";
import { listen } from "#tests/protocols/faults.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import { MailUnavailable } from "../ports/mail.ts";
import { probeSmtpServer } from "./probe-smtp-server.ts";
import { createSmtpMail, needsTls } from "./smtp.ts";

let server: SmtpServer | undefined;
afterEach(() => server?.close());

it.each([
  ["smtp://sheaf:word@mail.example:587", true],
  ["smtp://sheaf:word@192.0.2.7", true],
  ["smtp://mail.example:25", false],
  ["smtp://sheaf:word@127.0.0.1:1025", false],
  ["smtp://sheaf:word@localhost:1025", false],
])("mail by %s needs TLS: %s", (url, leaves) => {
  expect(needsTls(url)).toBe(leaves);
});

it("sends no password to another machine without encryption, unless that is allowed", async () => {
  server = await startSmtp("0.0.0.0");
  // An address of this machine that isn't loopback.
  const options = { url: `smtp://sheaf:word@0.0.0.0:${server.port}`, from: "no-reply@sheaf.example" };
  const message = { id: "m-1", to: ["ann@partner.example"], subject: "s", text: "t", date: new Date(0) };
  await expect(createSmtpMail(options).send(message)).rejects.toThrow(MailUnavailable);
  expect([server.arrived, server.users]).toEqual([[], []]);
  await createSmtpMail({ ...options, allowPlaintext: true }).send(message);
  expect(server.users).toEqual(["sheaf"]);
});

it.each([
  ["", false],
  ["?ignoreTLS=true", true],
])("a mail server on this machine with unusable TLS gets mail by smtp://127.0.0.1%s: %s", async (more, isTaken) => {
  const scripted = await startScriptedSmtp({
    EHLO: "250-mail.example\r\n250 STARTTLS",
    STARTTLS: "454 Not available",
  });
  const options = { url: `${scripted.url}${more}`, from: "no-reply@sheaf.example" };
  const message = { id: "m-1", to: ["ann@partner.example"], subject: "s", text: "t", date: new Date(0) };
  const asked = await probeSmtpServer(options).then(
    () => true,
    () => false,
  );
  const sent = await createSmtpMail(options)
    .send(message)
    .then(
      () => true,
      () => false,
    );
  await scripted.close();
  expect([asked, sent, scripted.heard.includes("STARTTLS")]).toEqual([isTaken, isTaken, !isTaken]);
});

it("keeps a password from leaving this machine without TLS, even with ignoreTLS=true", async () => {
  const scripted = await startScriptedSmtp({ EHLO: "250-mail.example\r\n250 AUTH PLAIN" });
  const url = scripted.url.replace("//127.0.0.1", "//sheaf:word@0.0.0.0");
  const sent = createSmtpMail({ url: `${url}?ignoreTLS=true`, from: "no-reply@sheaf.example" }).send({
    id: "m-1",
    to: ["ann@partner.example"],
    subject: "s",
    text: "t",
    date: new Date(0),
  });
  await expect(sent).rejects.toThrow(MailUnavailable);
  await scripted.close();
  expect(scripted.heard).not.toContain("AUTH");
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
])("names the problem if a mail server's certificate %s", async (_, served, reason, trusted = vouched.ca) => {
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
