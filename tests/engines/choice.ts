/** An engine that tests use. `said`: one line that names it and its version. */
export type Chosen<Place> = { place: Place; said: string; close(): Promise<unknown> };

/** There is no engine. `missing`: the reason, as a clause. */
export type Missing = { missing: string };

/** The `close` of an external engine. */
export const leaveIt = async (): Promise<void> => undefined;

/**
 * The response of an engine that a setting names. @throws {Error} it does not answer; the sentence begins with the
 * setting
 */
export const answerOf = async <Answer>(setting: string, asked: Promise<Answer>): Promise<Answer> => {
  try {
    return await asked;
  } catch (error) {
    throw new Error(`${setting}: ${(error as Error).message} Correct it, or leave it out.`, { cause: error });
  }
};
