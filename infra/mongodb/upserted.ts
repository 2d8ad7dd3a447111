import type { Mongo } from "./client.ts";
import { isDuplicate } from "./troubles.ts";

/**
 * Does an upsert of one `_id`. Two at one moment may both find nothing: the one whose document comes second is told of a duplicate key, and asks
 * again.
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
