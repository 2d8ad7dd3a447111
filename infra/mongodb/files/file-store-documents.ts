import { type Binary, type Collection, ObjectId } from "mongodb";
import { createAfterwards } from "../afterwards.ts";
import type { Mongo } from "../client.ts";

/**
 * A document of GridFS, from its part to its end: made as a `part` before the first chunk, a `file` from one change on, and `deleting` from another
 * one. Each is one atomic update of it, so nothing is ever half published, and what a kill leaves says by itself what it is (ADR 31).
 */
export type FileDocument = {
  _id: ObjectId;
  /** The key; of a part a name that is no key. */
  filename: string;
  /** Bytes; of a part 0. */
  length: number;
  chunkSize: number;
  /** When it was published; of a part, when it was made. */
  uploadDate: Date;
  metadata: {
    state: "part" | "file" | "deleting";
    /** The part's name, which no two have; of a file a text that is no name. */
    part: string;
    /** Of the whole, in hex. */
    sha256?: string;
    deletedAt?: Date;
  };
};

type ChunkDocument = { _id: ObjectId; files_id: ObjectId; n: number; data: Binary };

export type Files = {
  mongo: Mongo;
  documents: Collection<FileDocument>;
  chunks: Collection<ChunkDocument>;
  /** {@link createAfterwards} */
  afterwards(work: () => Promise<unknown>): Promise<void>;
};

/** The collections of the bucket `files`, with GridFS's own indexes and two for parts and pages. */
export const openFiles = async (mongo: Mongo): Promise<Files> => {
  await mongo.ensureIndexes("files.files", [
    { key: { filename: 1, uploadDate: 1 } },
    { key: { "metadata.part": 1 }, unique: true },
    { key: { "metadata.state": 1, filename: 1 } },
  ]);
  await mongo.ensureIndexes("files.chunks", [{ key: { files_id: 1, n: 1 }, unique: true }]);
  return {
    mongo,
    documents: mongo.db.collection("files.files"),
    chunks: mongo.db.collection("files.chunks"),
    afterwards: createAfterwards(
      mongo,
      (reason) =>
        `What is left of a deleted file could not be removed yet (${reason}). The next look for parts removes it.`,
    ),
  };
};

/** No key and no name of a part begins so. */
export const hiddenName = (id: ObjectId): string => `:${id.toHexString()}`;

export const newId = (): ObjectId => new ObjectId();

/** Chunks that are deleted in one call: a file has thousands of them. */
const chunksAtOnce = 1_000;

/** Deletes all chunks of a document, those of a writer that was behind among them. */
export const deleteChunks = async ({ mongo, chunks }: Files, id: ObjectId): Promise<void> => {
  for (;;) {
    const next = await mongo.call(() =>
      chunks.findOne({ files_id: id }, { ...mongo.bounded, sort: { files_id: 1, n: 1 }, projection: { n: 1 } }),
    );
    if (!next) return;
    await mongo.call(() => chunks.deleteMany({ files_id: id, n: { $lt: next.n + chunksAtOnce } }));
  }
};

/** A chunk that was on its way when its document was deleted has come by then, ms. */
const lateFor = 60_000;

/** Deletes the chunks of what is `deleting`; the document by which they are found stays until no more can come. */
const clearAway = async (files: Files, { _id }: Pick<FileDocument, "_id">): Promise<void> => {
  const { mongo, documents } = files;
  const longAgo = new Date((await mongo.time.now()) - lateFor);
  await deleteChunks(files, _id);
  await mongo.call(() =>
    documents.deleteOne({ _id, "metadata.state": "deleting", "metadata.deletedAt": { $lt: longAgo } }),
  );
};

/** Takes a file or a part from everybody's sight, and its chunks afterwards. False when it was no longer that. */
export const retire = async (
  files: Files,
  { _id }: Pick<FileDocument, "_id">,
  was: "file" | "part",
): Promise<boolean> => {
  const { mongo, documents } = files;
  const retired = {
    "metadata.state": "deleting" as const,
    // From now on another part may have its name.
    "metadata.part": hiddenName(_id),
    "metadata.deletedAt": new Date(await mongo.time.now()),
  };
  const isMine = await mongo.call(async ({ isRepeat }) => {
    const { matchedCount } = await documents.updateOne({ _id, "metadata.state": was }, { $set: retired });
    return matchedCount > 0 || (isRepeat && (await documents.findOne({ _id, ...retired }, mongo.bounded)) !== null);
  });
  if (isMine) await files.afterwards(() => clearAway(files, { _id }));
  return isMine;
};

/** Clears away what was deleted: what a kill left of it, and the documents of what is gone for long. */
export const clearAllAway = async (files: Files): Promise<void> => {
  const { mongo, documents } = files;
  const deleted = await mongo.call(() =>
    documents
      .find({ "metadata.state": "deleting" }, mongo.bounded)
      .project<Pick<FileDocument, "_id">>({ _id: 1 })
      .toArray(),
  );
  for (const file of deleted) await clearAway(files, file);
};
