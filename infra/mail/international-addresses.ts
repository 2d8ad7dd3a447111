import { type Mail, type MailMessage, MailRefused, MailUnavailable, type RefusedRecipient } from "../ports/mail.ts";

/** True for an address that needs SMTPUTF8. Domains don't: they are sent as punycode. */
const isInternational = (address: string): boolean => /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf("@")));
const isAscii = (address: string): boolean => !isInternational(address);

/** Removes international addresses from the headers, for servers that may lack SMTPUTF8. */
const withoutInternational = (message: MailMessage, only: readonly string[]): MailMessage => {
  const { replyTo, text, ...rest } = message;
  const inHeader = replyTo === undefined || isInternational(replyTo) ? {} : { replyTo };
  const words = replyTo !== undefined && isInternational(replyTo) ? `${text}\n\nReplies go to: ${replyTo}` : text;
  return { ...rest, ...inHeader, text: words, to: message.to.filter(isAscii), only };
};

/** Completes the error of a mail with a lost response: recipients it wasn't sent to don't have it. */
const addUnsent = (error: unknown, unsent: readonly RefusedRecipient[]): unknown => {
  if (!(error instanceof MailUnavailable) || error.notTaken) return error;
  const { notTaken, ours, reason, scope } = error;
  return new MailUnavailable(error.message, {
    notTaken,
    ours,
    reason,
    scope,
    refused: [...error.refused, ...unsent],
  });
};

/**
 * Sends international addresses by SMTPUTF8 if the relay offers it, and refuses them otherwise. Their own transaction
 * keeps other recipients unaffected.
 */
export const withInternationalAddresses = <M extends Mail>(mail: M, offersUtf8: () => Promise<boolean>): M => ({
  ...mail,
  async send(...[message, options]: Parameters<Mail["send"]>) {
    const { to, only = to, replyTo } = message;
    const wide = only.filter(isInternational);
    const narrow = only.filter(isAscii);
    if (![...to, ...(replyTo === undefined ? [] : [replyTo])].some(isInternational)) return mail.send(message, options);
    if (wide.length === 0) return mail.send(withoutInternational(message, narrow), options);
    const isOffered = await offersUtf8();
    if (!isOffered) options?.onUnsendable?.(wide);
    if (narrow.length === 0) {
      if (isOffered) return mail.send(message, options);
      throw new MailRefused(`The mail server doesn't offer SMTPUTF8 for mail ${message.id}.`, { because: "letters" });
    }
    const left = isOffered ? ({ forGood: false, inNextMail: true } as const) : { forGood: true };
    const unsent = wide.map((address) => ({ address, ...left }));
    try {
      const taken = await mail.send(withoutInternational(message, narrow), options);
      return { ...taken, refused: [...taken.refused, ...unsent] };
    } catch (error) {
      const isForAll = !(error instanceof MailRefused) || error.because !== "recipient";
      if (isForAll || !isOffered) throw addUnsent(error, unsent);
    }
    // The server accepted no recipient of the first mail, but wasn't asked about these.
    const refused = narrow.map((address) => ({ address, forGood: true }));
    const taken = await mail.send({ ...message, only: wide }, options).catch((error: unknown) => {
      throw addUnsent(error, refused);
    });
    return { ...taken, refused: [...taken.refused, ...refused] };
  },
});
