/** Characters of a receiver's text that Sheaf reads. Expressions run over it in the thread that all shops share. */
export const maxReceiverText = 2_000;

/** Returns the first words of a receiver's text. */
export const truncateReceiverText = (text: string): string => text.slice(0, maxReceiverText);

/** Returns the first words of an error, as a library may quote a server in its message. Empty if it isn't an error. */
export const getErrorText = (error: unknown): string =>
  error instanceof Error ? truncateReceiverText(error.message) : "";
