import { type Mail, type MailMessage, MailRefused } from "../ports/mail.ts";

/** Tells if an address has letters outside ASCII before the @. Mail servers take these by SMTPUTF8 alone; domains travel as punycode. */
const isWide = (address: string): boolean => /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf("@")));
const isNarrow = (address: string): boolean => !isWide(address);

/** The mail for recipients whose servers may know no SMTPUTF8: wide addresses stand in no header of it. */
const narrowed = (message: MailMessage, only: readonly string[]): MailMessage => {
  const { replyTo, text, ...rest } = message;
  const inHeader = replyTo === undefined || isWide(replyTo) ? {} : { replyTo };
  const words = replyTo !== undefined && isWide(replyTo) ? `${text}\n\nReplies go to: ${replyTo}` : text;
  return { ...rest, ...inHeader, text: words, to: message.to.filter(isNarrow), only };
};

/**
 * Mail that sends to wide addresses by SMTPUTF8 if the relay offers it, in a transaction of their own, and refuses them otherwise. So they spoil the mail
 * for nobody else. `offersUtf8`: asks the relay.
 */
export const withWideAddresses = <M extends Mail>(mail: M, offersUtf8: () => Promise<boolean>): M => ({
  ...mail,
  async send(...[message, ...more]: Parameters<Mail["send"]>) {
    const { to, only = to, replyTo } = message;
    const wide = only.filter(isWide);
    const narrow = only.filter(isNarrow);
    if (![...to, ...(replyTo === undefined ? [] : [replyTo])].some(isWide)) return mail.send(message, ...more);
    if (wide.length === 0) return mail.send(narrowed(message, narrow), ...more);
    const isOffered = await offersUtf8();
    if (narrow.length === 0) {
      if (isOffered) return mail.send(message, ...more);
      throw new MailRefused(`The mail server offers no SMTPUTF8 for mail ${message.id}.`, { because: "letters" });
    }
    const taken = await mail.send(narrowed(message, narrow), ...more);
    const left = isOffered
      ? ({ forGood: false, inNextMail: true } as const)
      : ({ forGood: true, letters: true } as const);
    return { ...taken, refused: [...taken.refused, ...wide.map((address) => ({ address, ...left }))] };
  },
});
