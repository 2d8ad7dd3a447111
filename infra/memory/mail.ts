import { buffer } from "node:stream/consumers";
import { assertMail, type MailAttachment, type MailMessage, type Outbox, type SendOptions } from "../ports/mail.ts";
import { createSeededRandom, delayRandomly } from "./irregularity.ts";

const read = async ({ content, ...rest }: MailAttachment) => ({
  ...rest,
  content: typeof content === "function" ? new Uint8Array(await buffer(await content())) : content,
});

export type SentMail = MailMessage & { attachments?: readonly (MailAttachment & { content: Uint8Array })[] };

/** Creates mail for tests; `sent` is in order. While `failing` is set, sends throw it. */
export const createMemoryMail = (): Outbox & { sent: SentMail[]; failing: Error | undefined } => {
  const dice = createSeededRandom();
  const mail = {
    sent: [] as SentMail[],
    failing: undefined as Error | undefined,
    async send(message: MailMessage, { beforeEnd }: SendOptions = {}) {
      assertMail(message);
      await delayRandomly(dice);
      if (mail.failing) throw mail.failing;
      await beforeEnd?.();
      const attachments = await Promise.all((message.attachments ?? []).map(read));
      const { attachments: _unread, ...rest } = message;
      mail.sent.push({ ...rest, ...(message.attachments ? { attachments } : {}) });
      return { answer: "Kept in memory.", refused: [] };
    },
    async remove(id: string) {
      const remaining = mail.sent.filter((message) => message.id !== id);
      const existed = remaining.length < mail.sent.length;
      mail.sent.splice(0, mail.sent.length, ...remaining);
      return existed;
    },
    async removeOfTenant(tenant: string, begin = "") {
      const remaining = mail.sent.filter(({ id, owner }) => owner?.tenant !== tenant || !id.startsWith(begin));
      const removed = mail.sent.length - remaining.length;
      mail.sent.splice(0, mail.sent.length, ...remaining);
      return removed;
    },
    async removeBefore(moment: Date) {
      const remaining = mail.sent.filter(({ date }) => date >= moment);
      const removed = mail.sent.length - remaining.length;
      mail.sent.splice(0, mail.sent.length, ...remaining);
      return removed;
    },
    async close() {},
  };
  return mail;
};
