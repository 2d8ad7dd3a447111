import { assertMail, type Mail, type MailMessage } from "../ports/mail.ts";
import { createDice, dawdle } from "./awkward.ts";

/** Mail that goes nowhere, for tests: `sent` holds it in order. `failing` is thrown by the next sends while it is set. */
export const createMemoryMail = (): Mail & { sent: MailMessage[]; failing: Error | undefined } => {
  const dice = createDice();
  const mail = {
    sent: [] as MailMessage[],
    failing: undefined as Error | undefined,
    async send(message: MailMessage) {
      assertMail(message);
      await dawdle(dice);
      if (mail.failing) throw mail.failing;
      mail.sent.push(message);
    },
    async close() {},
  };
  return mail;
};
