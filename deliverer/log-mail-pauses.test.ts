import { expect, it } from "vitest";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { logMailPauses } from "./log-mail-pauses.ts";

it.each([
  [5_000, new MailUnavailable("No.", { notTaken: true }), "The mail server isn't accepting mail. Mails wait"],
  [5_000, new MailUnavailable("No answer."), "The mail server's answers to mails were lost. Mails wait"],
  [0, undefined, "Mails are sent to the mail server again."],
])("a pause of %i ms after %s is logged as: %s", (ms, cause, sentence) => {
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  logMailPauses({ info: note, warn: note, error: note })(ms, cause);
  expect(logged).toEqual([expect.stringContaining(sentence)]);
});
