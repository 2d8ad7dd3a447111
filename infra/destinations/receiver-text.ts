/**
 * Most characters that are read of a receiver's text: regular expressions run over it in the thread that all shops
 * share.
 */
export const maxReceiverText = 2_000;

export const truncateReceiverText = (text: string): string => text.slice(0, maxReceiverText);

/** The beginning of an error's message, in which a library may quote a server. Empty if it isn't an error. */
export const getErrorText = (error: unknown): string =>
  error instanceof Error ? truncateReceiverText(error.message) : "";
