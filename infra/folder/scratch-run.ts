import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { ScratchDamaged } from "../ports/stores/scratch.ts";
import { withDiskErrors } from "./disk.ts";

/** Encrypted file of records, in blocks of a tag and ciphertext. Block lengths are only in memory. */
export type RunFile = {
  append(record: string): Promise<void> | void;
  /** Ends writing: no appends may follow. */
  end(): Promise<void>;
  /** @throws {ScratchDamaged} */
  read(): AsyncIterable<readonly string[]>;
  bytes(): number;
  close(): Promise<void>;
  remove(): Promise<void>;
};

/** Characters of a block. A merge holds one block of each run in memory. */
const blockLength = 64 * 1024;
const authTagLength = 16;

/** The nonce is unique per run and block under one key, so no block passes for another. */
const nonceOf = (run: number, block: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(run, 0);
  nonce.writeUInt32BE(block, 4);
  return nonce;
};

export const createScratchRun = async (options: {
  path: string;
  /** Number of the run, unique for its key. */
  number: number;
  key: KeyObject;
  /** Gets the number of bytes being written. */
  onGrow(bytes: number): void;
}): Promise<RunFile> => {
  const { path, number, key, onGrow } = options;
  const writeHandle = await open(path, "wx", 0o600);
  const handles = new Set<FileHandle>([writeHandle]);
  const blocks: number[] = [];
  let pendingRecords: string[] = [];
  let pendingLength = 0;
  let bytes = 0;

  const closeOne = async (handle: FileHandle): Promise<void> => {
    if (handles.delete(handle)) await handle.close();
  };
  const flush = async (): Promise<void> => {
    if (pendingLength === 0) return;
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, blocks.length));
    const sealed = cipher.update(`${pendingRecords.join("\n")}\n`, "utf8");
    cipher.final();
    pendingRecords = [];
    pendingLength = 0;
    const block = Buffer.concat([cipher.getAuthTag(), sealed]);
    blocks.push(block.byteLength);
    bytes += block.byteLength;
    onGrow(block.byteLength);
    await withDiskErrors(path, async () => {
      for (let written = 0; written < block.byteLength; )
        written += (await writeHandle.write(block, written)).bytesWritten;
    });
  };
  const unseal = (block: Buffer, at: number): string[] => {
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, at));
    decipher.setAuthTag(block.subarray(0, authTagLength));
    const text = decipher.update(block.subarray(authTagLength));
    try {
      decipher.final();
    } catch (cause) {
      throw damaged(path, cause);
    }
    const records = text.toString("utf8").split("\n");
    records.pop();
    return records;
  };

  return {
    append(record) {
      pendingRecords.push(record);
      pendingLength += record.length + 1;
      if (pendingLength >= blockLength) return flush();
    },
    async end() {
      await flush();
      await withDiskErrors(path, () => closeOne(writeHandle));
    },
    async *read() {
      const handle = await open(path, "r");
      handles.add(handle);
      try {
        let position = 0;
        for (const [at, size] of blocks.entries()) {
          const block = Buffer.allocUnsafe(size);
          const { bytesRead } = await handle.read(block, 0, size, position);
          if (bytesRead < size) throw damaged(path);
          position += size;
          yield unseal(block, at);
        }
      } finally {
        await closeOne(handle);
      }
    },
    bytes: () => bytes,
    async close() {
      for (const handle of handles) await closeOne(handle);
    },
    async remove() {
      for (const handle of handles) await closeOne(handle);
      await rm(path, { force: true });
    },
  };
};

const damaged = (path: string, cause?: unknown): ScratchDamaged =>
  new ScratchDamaged(`${path} isn't what was written. Check the disk; the work that needs it starts again.`, {
    cause,
  });
