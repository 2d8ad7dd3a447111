/** Characters of a receiver's words that Sheaf reads. Whatever runs over them runs in the thread that all shops share. */
export const mostWords = 2_000;

/** The first words of what a receiver said. */
export const boundWords = (text: string): string => text.slice(0, mostWords);

/** The first words of an error: a library makes its message of what a server said. Empty of what is no error. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? boundWords(error.message) : "");
