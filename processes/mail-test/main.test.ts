import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let server: SmtpServer;
beforeEach(async () => {
  server = await startSmtp();
});
afterEach(() => server.close());

const run = (given: string[], environment: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const url = `smtp://127.0.0.1:${server.port}`;
    const env = { ...childEnvironment, SMTP_URL: url, MAIL_FROM: "no-reply@sheaf.example", ...environment };
    execFile(process.execPath, [main, ...given], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout.trim(), complained: stderr.trim() }),
    );
  });

it("sends a mail and says that it was accepted", async () => {
  const { code, said } = await run(["ann@partner.example"], { MAIL_ENVELOPE_FROM: "bounces@sheaf.example" });
  expect(said).toBe(
    "The mail server accepted the mail to ann@partner.example: 250 Ok: queued for ann@partner.example. If it bounces, bounces@sheaf.example is notified.",
  );
  expect(code).toBe(0);
  expect(server.arrived).toMatchObject([
    { to: ["ann@partner.example"], from: "bounces@sheaf.example", greeting: "localhost" },
  ]);
});

it("doesn't claim that the mail was refused if the answer was lost, and exits with 1", async () => {
  const scripted = await startScriptedSmtp({ END: "cut" });
  const { code, complained } = await run(["ann@partner.example"], { SMTP_URL: scripted.url });
  await scripted.close();
  expect(code).toBe(1);
  expect(complained).toMatch(
    /^We can't tell if the mail server accepted the mail to ann@partner\.example\. .* was lost .*It may have the mail\.$/,
  );
});

it.each([
  ["the mail server refuses", ["ann@partner.example"], {}, /didn't accept the mail to ann@partner\.example\. .*554/],
  ["there is no mail server", ["ann@partner.example"], { SMTP_URL: "" }, /SMTP_URL isn't set/],
  ["no address is given", [], {}, /Give one address/],
])("explains why if %s, and exits with 1", async (_name, given, environment, reason) => {
  server.fault = "error";
  const { code, said, complained } = await run(given, environment);
  expect([code, said]).toEqual([1, ""]);
  expect(complained).toMatch(reason);
});
