import type { Collection, Filter } from "mongodb";
import type { Rows } from "../ports/stores/moving.ts";
import type { Mongo } from "./client.ts";

/** MongoDB compares texts by their UTF-8 bytes, which is by code point. */
export const createMovableRows = <Document extends { _id: string }, Row extends { key: string }>(
  mongo: Mongo,
  collection: Collection<Document>,
  by: string,
  read: (document: Document) => Row,
  write: (row: Row) => Promise<unknown>,
): Rows<Row> => {
  const keyed = (condition: object) => ({ [by]: condition }) as Filter<Document>;
  return {
    async page({ after, limit }) {
      const found = await mongo.call(async () => {
        await mongo.confirmPrimary();
        return collection
          .find(keyed(after === undefined ? { $exists: true } : { $gt: after }), mongo.bounded)
          .sort({ [by]: 1 })
          .limit(limit)
          .toArray();
      });
      return found.map((document) => read(document as Document));
    },
    async put(rows) {
      for (const row of rows) await write(row);
    },
    async remove(keys) {
      await mongo.call(() => collection.deleteMany(keyed({ $in: [...keys] })));
    },
  };
};
