import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { listen } from "#tests/protocols/faults.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { MailUnavailable } from "../ports/mail.ts";
import { ehloName } from "./ehlo-name.ts";
import { probeSmtpServer } from "./probe-smtp-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A mail server that answers a command by its verb in `says`, else with 250. It records what it receives. */
const scripted = async (says: Record<string, string> = {}) => {
  const heard: string[] = [];
  const server: Server = createServer((socket) => {
    socket.write(`${says.greeting ?? "220 mail.example ESMTP"}\r\n`);
    let rest = "";
    socket.on("data", (piece) => {
      const lines = (rest + piece.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        heard.push(line);
        const verb = line.split(/[ :]/)[0] ?? "";
        socket.write(`${says[verb] ?? "250 Ok"}\r\n`);
      }
    });
  });
  const { port, close } = await listen(server);
  closing.push(close);
  return { heard, url: `smtp://sheaf:word-of-ours@127.0.0.1:${port}` };
};
const from = "no-reply@sheaf.example";
const offers = "250-mail.example\r\n250-SMTPUTF8\r\n250 AUTH PLAIN";

it("probes by login and sender, and sends no mail", async () => {
  const { heard, url } = await scripted({ EHLO: offers, AUTH: "235 Ok" });
  const options = { url, from, envelopeFrom: "bounces@sheaf.example", name: "reports.example" };
  expect(await probeSmtpServer(options)).toEqual({ utf8: true });
  const commands = () => heard.map((line) => line.replace(/^(AUTH PLAIN) .*/, "$1"));
  await expect
    .poll(commands)
    .toEqual(["EHLO reports.example", "AUTH PLAIN", "MAIL FROM:<bounces@sheaf.example>", "RSET", "QUIT"]);
});

it.each(["sheaf", "sheaf:"])("names SMTP_URL if its login '%s' has no password", async (login) => {
  const { url } = await scripted({ EHLO: offers });
  const asked = probeSmtpServer({ url: url.replace("sheaf:word-of-ours", login), from });
  await expect(asked).rejects.toMatchObject({
    reason: "SMTP_URL has no login that can be used, such as user:password",
  });
});

it("prefers the name in the URL for EHLO", async () => {
  const { heard, url } = await scripted();
  expect(await probeSmtpServer({ url: `${url}?name=other.example`, from, name: "reports.example" })).toEqual({
    utf8: false,
  });
  expect(heard[0]).toBe("EHLO other.example");
});

it.each([
  [{ greeting: "554 No SMTP service here" }, /code 554 to CONN/],
  [{ EHLO: offers, AUTH: "535 5.7.8 Bad password" }, /code 535 5\.7\.8 to AUTH PLAIN/],
  [
    { EHLO: offers, AUTH: "235 Ok", MAIL: "550 5.7.1 Not your address" },
    /doesn't accept no-reply@sheaf\.example as sender \(code 550 5\.7\.1\)/,
  ],
  [
    { EHLO: offers, AUTH: "235 Ok", MAIL: "451 4.3.0 Not now" },
    /^MailUnavailable: The mail server can't be used: it isn't accepting mail right now \(code 451 4\.3\.0 to MAIL FROM\)\.$/,
  ],
  [{ EHLO: offers, AUTH: "235 Ok", MAIL: "450 Later" }, /it isn't accepting mail right now \(code 450 to MAIL FROM\)/],
  [{ EHLO: offers, AUTH: "235 Ok", MAIL: "450 4.1.8 Unknown domain" }, /as sender .* Check MAIL_ENVELOPE_FROM/],
  [{ EHLO: offers, AUTH: "235 Ok", MAIL: "553 Not your address" }, /as sender .* Check MAIL_ENVELOPE_FROM/],
  [
    { EHLO: offers, AUTH: "235 Ok", MAIL: "550 5.7.60 Client can't send as this sender" },
    /as sender .* Check MAIL_ENVELOPE_FROM/,
  ],
  [{ EHLO: offers, AUTH: "235 Ok", MAIL: "530 5.7.0 Log in first" }, /isn't accepting mail .*530 5\.7\.0 to MAIL FROM/],
  [
    { EHLO: offers, AUTH: "235 Ok", MAIL: "554 5.7.1 Client host rejected: Access denied" },
    /isn't accepting mail right now \(code 554 5\.7\.1 to MAIL FROM\)/,
  ],
  [
    { EHLO: offers, AUTH: "235 Ok", MAIL: "550 5.7.1 Authentication required" },
    /isn't accepting mail right now \(code 550 5\.7\.1 to MAIL FROM\)/,
  ],
])("gives the reason if the mail server answers %j", async (says, reason) => {
  const { url } = await scripted(says as Record<string, string>);
  const failure = await probeSmtpServer({ url, from }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailUnavailable);
  expect(String(failure)).toMatch(reason);
});

it.each(["EHLO", "AUTH", "MAIL"] as const)(
  "gives up on a mail server whose answer to %s comes byte by byte and never ends",
  async (phase) => {
    const server = await startScriptedSmtp({ EHLO: "250-mail.example\r\n250 AUTH PLAIN", [phase]: "trickle" });
    closing.push(server.close);
    const asked = probeSmtpServer({ url: server.url.replace("//", "//sheaf:word@"), from }, 200);
    await expect(asked).rejects.toMatchObject({ reason: "it didn't answer in time", ours: true });
  },
);

it.each([
  ["https://reports.example:8443", "reports.example"],
  ["http://192.0.2.7", "[192.0.2.7]"],
  ["http://[2001:db8::7]:3000", "[IPv6:2001:db8::7]"],
  ["https://αναφορές.example", "xn--ixaha1clmi2a.example"],
])("for %s, EHLO says %s", (appUrl, name) => {
  expect(ehloName(appUrl)).toBe(name);
});
