import type { Mongo } from "./client.ts";
import { isDuplicate } from "./errors.ts";

/** Two concurrent upserts may both find nothing; the second gets a duplicate key, and retries. */
export const retryUpsert = async <Answer>(mongo: Pick<Mongo, "call">, work: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await mongo.call(work);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
};
