import { assertMail, type MailMessage, type Outbox } from "../ports/mail.ts";
import { createDice, dawdle } from "./awkward.ts";

/** Mail that goes nowhere, for tests: `sent` holds it in order. `failing` is thrown by the next sends while it is set. */
export const createMemoryMail = (): Outbox & { sent: MailMessage[]; failing: Error | undefined } => {
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
    async remove(id: string) {
      const kept = mail.sent.filter((message) => message.id !== id);
      const there = kept.length < mail.sent.length;
      mail.sent.splice(0, mail.sent.length, ...kept);
      return there;
    },
    async close() {},
  };
  return mail;
};
