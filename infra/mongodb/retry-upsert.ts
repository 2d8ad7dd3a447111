import type { Mongo } from "./client.ts";
import { isDuplicate } from "./errors.ts";

/** Retries an upsert: of two concurrent ones, both may find nothing, and the second gets a duplicate key. */
export const retryUpsert = async <Answer>(mongo: Pick<Mongo, "call">, work: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await mongo.call(work);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
};
