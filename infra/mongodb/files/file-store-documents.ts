import { type Binary, type Collection, ObjectId } from "mongodb";
import { createBestEffort } from "../best-effort.ts";
import type { Mongo } from "../client.ts";

/**
 * GridFS: a `part` before the first chunk, then a `file`, then `deleting`. Each step is an atomic update: nothing is
 * half published, and the state shows what a kill leaves (ADR 31).
 */
export type FileDocument = {
  _id: ObjectId;
  /** The file's key; a part has another name here. */
  filename: string;
  /** Bytes; 0 for a part. */
  length: number;
  chunkSize: number;
  /** Time of publishing, or when the part was made. */
  uploadDate: Date;
  metadata: {
    state: "part" | "file" | "deleting";
    /** Unique name of the part; a file has another value here. */
    part: string;
    /** Hash of the whole file, in hex. */
    sha256?: string;
    deletedAt?: Date;
  };
};

type ChunkDocument = { _id: ObjectId; files_id: ObjectId; n: number; data: Binary };

export type Files = {
  mongo: Mongo;
  documents: Collection<FileDocument>;
  chunks: Collection<ChunkDocument>;
  runBestEffort(work: () => Promise<unknown>): Promise<void>;
};

/** Adds indexes for parts and pages to GridFS's own. */
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
    runBestEffort: createBestEffort(
      mongo,
      (reason) =>
        `The rest of a deleted file could not be removed yet (${reason}). The next search for parts removes it.`,
    ),
  };
};

/** Name of a hidden document: no key or part's name begins with a colon. */
export const hiddenName = (id: ObjectId): string => `:${id.toHexString()}`;

export const newId = (): ObjectId => new ObjectId();

/** Chunks per call; a file has thousands. */
const chunksAtOnce = 1_000;

/** Deletes a file's chunks, also late ones of a slow writer. */
export const deleteChunks = async ({ mongo, chunks }: Files, id: ObjectId): Promise<void> => {
  for (;;) {
    const next = await mongo.call(() =>
      chunks.findOne({ files_id: id }, { ...mongo.bounded, sort: { files_id: 1, n: 1 }, projection: { n: 1 } }),
    );
    if (!next) return;
    await mongo.call(() => chunks.deleteMany({ files_id: id, n: { $lt: next.n + chunksAtOnce } }));
  }
};

/** Time until no chunk of a deleted document can still arrive, ms. */
const lateFor = 60_000;

/** Deletes chunks, then their document once no more can arrive: chunks are found by it. */
const deleteRetired = async (files: Files, { _id }: Pick<FileDocument, "_id">): Promise<void> => {
  const { mongo, documents } = files;
  const longAgo = new Date((await mongo.time.now()) - lateFor);
  await deleteChunks(files, _id);
  await mongo.call(() =>
    documents.deleteOne({ _id, "metadata.state": "deleting", "metadata.deletedAt": { $lt: longAgo } }),
  );
};

/** Hides a file or part, then deletes its chunks. False if it wasn't in state `was`. */
export const retire = async (
  files: Files,
  { _id }: Pick<FileDocument, "_id">,
  was: "file" | "part",
): Promise<boolean> => {
  const { mongo, documents } = files;
  const retired = {
    "metadata.state": "deleting" as const,
    "metadata.part": hiddenName(_id),
    "metadata.deletedAt": new Date(await mongo.time.now()),
  };
  const isMine = await mongo.call(async ({ isRepeat }) => {
    const { matchedCount } = await documents.updateOne({ _id, "metadata.state": was }, { $set: retired });
    return matchedCount > 0 || (isRepeat && (await documents.findOne({ _id, ...retired }, mongo.bounded)) !== null);
  });
  if (isMine) await files.runBestEffort(() => deleteRetired(files, { _id }));
  return isMine;
};

/** Deletes retired documents, also where a kill interrupted it. */
export const deleteAllRetired = async (files: Files): Promise<void> => {
  const { mongo, documents } = files;
  const deleted = await mongo.call(() =>
    documents
      .find({ "metadata.state": "deleting" }, mongo.bounded)
      .project<Pick<FileDocument, "_id">>({ _id: 1 })
      .toArray(),
  );
  for (const file of deleted) await deleteRetired(files, file);
};
