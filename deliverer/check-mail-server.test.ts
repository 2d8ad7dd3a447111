import { expect, it } from "vitest";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { checkMailServer } from "./check-mail-server.ts";

it.each([
  ["takes our mail", async () => ({ utf8: true }), "info: The mail server takes our mail."],
  [
    "doesn't take our mail",
    () => Promise.reject(new MailUnavailable("Its certificate has expired.")),
    "warn: The mail server doesn't take our mail. Mails wait until it does. Its certificate has expired.",
  ],
])("the log says in one line that the mail server %s", async (_name, ask, said) => {
  const lines: string[] = [];
  const note = (level: string) => (fields: { err?: Error }, message: string) =>
    void lines.push([`${level}: ${message}`, fields.err?.message].filter(Boolean).join(" "));
  await checkMailServer(ask, { info: note("info"), warn: note("warn"), error: note("error") });
  expect(lines).toEqual([said]);
});
