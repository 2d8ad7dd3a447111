import { expect, it } from "vitest";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { checkMailServer } from "./check-mail-server.ts";

it.each([
  ["takes our mail", async () => ({ utf8: true }), "info: The mail server accepts our mail."],
  [
    "doesn't accept our mail",
    () => Promise.reject(new MailUnavailable("Check SMTP_URL.", { reason: "its certificate has expired" })),
    "warn: The check of the mail server failed: its certificate has expired. Run 'npm run mail-test -- ADDRESS' to see if it accepts mail. Check SMTP_URL.",
  ],
  [
    "couldn't be asked",
    () => Promise.reject(new Error("Nothing was noted.")),
    "warn: The check of the mail server failed: it couldn't be asked. Run 'npm run mail-test -- ADDRESS' to see if it accepts mail. Nothing was noted.",
  ],
])("the log says in one line that the mail server %s", async (_name, ask, said) => {
  const lines: string[] = [];
  const note = (level: string) => (fields: { err?: Error }, message: string) =>
    void lines.push([`${level}: ${message}`, fields.err?.message].filter(Boolean).join(" "));
  await checkMailServer(ask, { info: note("info"), warn: note("warn"), error: note("error") });
  expect(lines).toEqual([said]);
});
