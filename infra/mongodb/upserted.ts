import type { Mongo } from "./client.ts";
import { isDuplicate } from "./troubles.ts";

/**
 * Runs an upsert of one `_id`. Two concurrent ones may both find nothing; the second then gets a duplicate key, and
 * retries.
 */
export const upserted = async <Answer>(mongo: Pick<Mongo, "call">, work: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await mongo.call(work);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
};
