/** Id of the mail of a message to support; without a mail server its file is named so. */
export const supportMailId = (messageId: string): string => `support-${messageId}`;

/** Characters that a message to support needs at least, without spaces around it (S-1.5). */
const messageMinLength = 10;
/** And may have at most. */
export const messageMaxLength = 10_000;

const messageTooShort = `Message is required (min ${messageMinLength} characters)`;
const messageTooLong = `Message is too long (max ${messageMaxLength} characters)`;

/** What is wrong with a message to support; null when nothing is. */
export const messageProblem = (message: string): string | null => {
  const { length } = message.trim();
  if (length < messageMinLength) return messageTooShort;
  return length > messageMaxLength ? messageTooLong : null;
};

/** References of messages in the vault begin with it; the id of the message follows. */
export const supportMessagePrefix = "support-message:";

/** Where the vault has the words of a message. */
export const messageRefOf = (messageId: string): string => `${supportMessagePrefix}${messageId}`;

/** The message whose words are there; undefined of what is no message. */
export const messageIdOf = (reference: string): string | undefined =>
  reference.startsWith(supportMessagePrefix) ? reference.slice(supportMessagePrefix.length) : undefined;
