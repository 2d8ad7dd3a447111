/** Mail id of a message to support. Without a mail server, it names the mail's file. */
export const toSupportMailId = (messageId: string): string => `support-${messageId}`;

/** Minimum characters, without surrounding spaces (S-1.5). */
const messageMinLength = 10;
/** Maximum characters. */
export const messageMaxLength = 10_000;

const messageTooShort = `Message is required (min ${messageMinLength} characters)`;
const messageTooLong = `Message is too long (max ${messageMaxLength} characters)`;

/** Validates a message to support; null if valid. */
export const messageProblem = (message: string): string | null => {
  const { length } = message.trim();
  if (length < messageMinLength) return messageTooShort;
  return length > messageMaxLength ? messageTooLong : null;
};

/** Prefix of {@link toMessageRef}; the message's id follows. */
export const supportMessagePrefix = "support-message:";

/** Vault reference of a message's text. */
export const toMessageRef = (messageId: string): string => `${supportMessagePrefix}${messageId}`;

/** Reverses {@link toMessageRef}; undefined for other references. */
export const parseMessageId = (reference: string): string | undefined =>
  reference.startsWith(supportMessagePrefix) ? reference.slice(supportMessagePrefix.length) : undefined;
