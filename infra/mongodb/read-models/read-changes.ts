import { type AnyBulkWriteOperation, BSON, type Collection, MongoBulkWriteError } from "mongodb";
import type { PositionedChange } from "../../ports/stores/read-store.ts";
import type { CausalSessions } from "../causal-sessions.ts";
import type { Mongo } from "../client.ts";
import { DocumentTooLarge, isDuplicate } from "../errors.ts";
import { groupByCollection } from "../group-changes.ts";
import { encodeFields, type ReadDocument, toCollectionName, toUpdatePath } from "./read-documents.ts";

/** Maximum changes of one call, and roughly their characters: each call must end in time. */
const atOnce = 500;
const maxCharacters = 4_000_000;
const maxBytes = 16 * 1024 * 1024;

type Write = AnyBulkWriteOperation<ReadDocument>;
type Prepared = { change: PositionedChange; write: Write };

/**
 * Updates an older document without a later fence. Otherwise a put or delete inserts, and fails with a duplicate key.
 */
const writeOf = (change: PositionedChange, fence: number): Write => {
  const { id, position } = change;
  const filter = { _id: id, position: { $lt: position }, fence: { $lte: fence } };
  if (change.kind === "merge")
    return {
      updateOne: {
        filter: { ...filter, document: { $ne: null } },
        update: { $set: { position, fence, ...encodeFields(change.fields, toUpdatePath) } },
      },
    };
  const document = change.kind === "put" ? encodeFields(change.document) : null;
  return { updateOne: { filter, update: { $set: { position, fence, document } }, upsert: true } };
};

const charactersOf = ({ change }: Prepared): number =>
  change.kind === "delete" ? 0 : JSON.stringify(change.kind === "put" ? change.document : change.fields).length;

/** Sizes only what may be too large: a character takes at most three bytes. */
const assertFits = ({ change, write }: Prepared, characters: number): void => {
  if (characters * 3 > maxBytes && BSON.calculateObjectSize(write) > maxBytes)
    throw new DocumentTooLarge(`What is to be read as ${change.id} of ${change.collection}`);
};

const batchesOf = function* (prepared: readonly Prepared[]): Generator<Prepared[]> {
  let batch: Prepared[] = [];
  let characters = 0;
  for (const one of prepared) {
    const own = charactersOf(one);
    assertFits(one, own);
    if (batch.length === atOnce || (batch.length > 0 && characters + own > maxCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(one);
    characters += own;
  }
  if (batch.length > 0) yield batch;
};

/** Writes changes in order within each document and each event ({@link groupByCollection}). */
export const createChangeWriter = (mongo: Mongo, time: CausalSessions) => {
  /** A refusal is final: documents only get newer. */
  const selectAccepted = async (documents: Collection<ReadDocument>, batch: readonly Prepared[], fence: number) => {
    const ids = [...new Set(batch.map(({ change }) => change.id))];
    const found = await time.forward((seeing) =>
      documents
        .find({ _id: { $in: ids } }, { ...mongo.bounded, ...seeing, projection: { position: 1, fence: 1 } })
        .toArray(),
    );
    const existing = new Map(found.map((one) => [one._id, one]));
    return batch.filter(({ change }) => {
      const one = existing.get(change.id);
      return !one || (one.position < change.position && one.fence <= fence);
    });
  };

  /** Written or refused: all, or up to the first refused one. */
  const writeSome = async (documents: Collection<ReadDocument>, batch: readonly Prepared[]): Promise<number> => {
    try {
      await time.forward((seeing) =>
        documents.bulkWrite(
          batch.map(({ write }) => write),
          { ordered: true, ...seeing },
        ),
      );
      return batch.length;
    } catch (error) {
      const refused =
        error instanceof MongoBulkWriteError && isDuplicate(error) ? error.result.getWriteErrorAt(0) : undefined;
      if (!refused) throw error;
      return refused.index + 1;
    }
  };

  const writeAll = async (documents: Collection<ReadDocument>, all: readonly Prepared[], fence: number) => {
    let batch = all;
    let haveLooked = false;
    while (batch.length > 0) {
      batch = batch.slice(await writeSome(documents, batch));
      if (batch.length === 0 || haveLooked) continue;
      // Further changes may be refused, as in a repeated batch. One query saves a call for each.
      batch = await selectAccepted(documents, batch, fence);
      haveLooked = true;
    }
  };

  return async (changes: readonly PositionedChange[], fence: number): Promise<void> => {
    for (const { collection, changes: run } of groupByCollection(changes)) {
      const documents = mongo.db.collection<ReadDocument>(toCollectionName(collection));
      const prepared = run.map((change) => ({ change, write: writeOf(change, fence) }));
      for (const batch of batchesOf(prepared)) await writeAll(documents, batch, fence);
    }
  };
};
