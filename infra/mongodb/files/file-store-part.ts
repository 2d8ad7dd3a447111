import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import type { PartWriter } from "../../ports/stores/file-store.ts";
import { isDuplicate } from "../errors.ts";
import { deleteChunks, type FileDocument, type Files, hiddenName, newId, retire } from "./file-store-documents.ts";

/** Bytes of a chunk, as in GridFS. */
const chunkSize = 255 * 1024;

/** @throws a part of that name exists */
const createPart = async ({ mongo, documents }: Files, name: string): Promise<FileDocument> => {
  const _id = newId();
  const part: FileDocument = {
    _id,
    filename: hiddenName(_id),
    length: 0,
    chunkSize,
    uploadDate: new Date(await mongo.time.now()),
    metadata: { state: "part", part: name },
  };
  try {
    await mongo.call(() => documents.insertOne(part));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // An unanswered try may have inserted this one.
    if (!(await mongo.call(() => documents.findOne({ _id }, mongo.bounded))))
      throw new Error(`Part ${name} exists already. Use a name of its own for each attempt.`);
  }
  return part;
};

const partDeletedError = (name: string): Error => new Error(`Part ${name} was deleted. Write it again.`);

/** Time that sorts after all files of the key, whatever the clock shows: readers see the newest. */
const publishedAt = async ({ mongo, documents }: Files, key: string): Promise<Date> => {
  await mongo.confirmPrimary();
  const newest = await mongo.call(() =>
    documents.findOne({ filename: key, "metadata.state": "file" }, { ...mongo.bounded, sort: { uploadDate: -1 } }),
  );
  return new Date(Math.max(await mongo.time.now(), (newest?.uploadDate.getTime() ?? 0) + 1));
};

const retireOlder = async (
  files: Files,
  key: string,
  { _id, uploadDate }: Pick<FileDocument, "_id" | "uploadDate">,
) => {
  const older = await files.mongo.call(() =>
    files.documents
      .find(
        {
          filename: key,
          "metadata.state": "file",
          $or: [{ uploadDate: { $lt: uploadDate } }, { uploadDate, _id: { $lt: _id } }],
        },
        files.mongo.bounded,
      )
      .project<Pick<FileDocument, "_id">>({ _id: 1 })
      .toArray(),
  );
  for (const file of older) await retire(files, file, "file");
};

/**
 * Publishes atomically.
 * @throws the part was deleted
 */
const publishPart = async (
  files: Files,
  part: FileDocument,
  key: string,
  whole: { length: number; sha256: string },
) => {
  const { mongo, documents } = files;
  const { _id } = part;
  const uploadDate = await publishedAt(files, key);
  const published = { filename: key, "metadata.state": "file" as const };
  const isPublished = await mongo.call(async ({ isRepeat }) => {
    const { matchedCount } = await documents.updateOne(
      { _id, "metadata.state": "part" },
      {
        $set: {
          ...published,
          length: whole.length,
          uploadDate,
          "metadata.part": hiddenName(_id),
          "metadata.sha256": whole.sha256,
        },
      },
    );
    return matchedCount > 0 || (isRepeat && (await documents.findOne({ _id, ...published }, mongo.bounded)) !== null);
  });
  if (!isPublished) {
    await deleteChunks(files, _id);
    throw partDeletedError(part.metadata.part);
  }
  await files.runBestEffort(() => retireOlder(files, key, { _id, uploadDate }));
};

/**
 * Writes chunk by chunk. After a failed write, only discard it.
 * @throws a part of that name exists
 */
export const createGridPart = async (
  files: Files,
  name: string,
  assertKey: (key: string) => void,
): Promise<PartWriter> => {
  const { mongo, documents, chunks } = files;
  const part = await createPart(files, name);
  const { _id } = part;
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(chunkSize);
  let buffered = 0;
  let written = 0;
  let state: "open" | "published" | "discarded" = "open";
  let last: Promise<void> = Promise.resolve();

  const demandOpen = (): void => {
    if (state !== "open") throw new Error(`Part ${name} is ${state} already. Create a new part.`);
  };
  const writeChunk = async (): Promise<void> => {
    const n = written;
    // A copy: an abandoned try may hold on to the bytes.
    const data = new Binary(Buffer.from(buffer.subarray(0, buffered)));
    try {
      await mongo.call(() => chunks.insertOne({ _id: newId(), files_id: _id, n, data }));
    } catch (error) {
      // An unanswered try inserted the chunk: nobody else writes this document's chunks.
      if (!isDuplicate(error)) throw error;
    }
    written += 1;
    buffered = 0;
    // A clean-up of the part may have missed this chunk.
    if (
      await mongo.call(() =>
        documents.findOne({ _id, "metadata.state": "part" }, { ...mongo.bounded, projection: { _id: 1 } }),
      )
    )
      return;
    await deleteChunks(files, _id);
    throw partDeletedError(name);
  };
  const take = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes);
    for (let taken = 0; taken < bytes.byteLength; ) {
      const piece = bytes.subarray(taken, taken + chunkSize - buffered);
      buffer.set(piece, buffered);
      buffered += piece.byteLength;
      taken += piece.byteLength;
      if (buffered === chunkSize) await writeChunk();
    }
  };
  /** Runs work in turn; nothing runs after a failure. */
  const next = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work);
    // This caller and the next get the error.
    last.catch(() => undefined);
    return last;
  };

  return {
    async write(bytes) {
      demandOpen();
      await next(() => take(bytes));
    },
    async publish(key) {
      assertKey(key);
      demandOpen();
      await next(async () => {
        const length = written * chunkSize + buffered;
        if (buffered > 0) await writeChunk();
        await publishPart(files, part, key, { length, sha256: hash.digest("hex") });
        state = "published";
      });
    },
    async discard() {
      if (state !== "open") return;
      state = "discarded";
      // The writer has the error already.
      await last.catch(() => undefined);
      await retire(files, part, "part");
    },
  };
};
