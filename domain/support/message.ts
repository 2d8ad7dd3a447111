/** Characters that a message to support needs at least, without spaces around it (part 1 section 5). */
export const messageMinLength = 10;
/** And may have at most. */
export const messageMaxLength = 10_000;

export const messageTooShort = `Message is required (min ${messageMinLength} characters)`;
export const messageTooLong = `Message is too long (max ${messageMaxLength} characters)`;

/** What is wrong with a message to support; null when nothing is. */
export const messageProblem = (message: string): string | null => {
  const { length } = message.trim();
  if (length < messageMinLength) return messageTooShort;
  return length > messageMaxLength ? messageTooLong : null;
};
