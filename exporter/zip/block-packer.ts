import { constants, createDeflateRaw } from "node:zlib";

/** Compresses blocks on other threads. */
export type BlockPacker = {
  /**
   * Compresses a block to a piece of a deflate stream, ended by {@link lastPiece}. The bytes depend only on the blocks
   * and their order. The block must not change until the promise resolves.
   * @throws {Error} more than {@link blocksAhead} + 1 blocks at once
   */
  pack(block: Uint8Array): Promise<readonly Uint8Array[]>;
  close(): void;
};

/** Blocks in progress while the next is written. On a busy machine threads start late, and the writer would wait. */
export const blocksAhead = 2;

/** An empty last block, the end of every stream. */
export const lastPiece: Uint8Array = Uint8Array.of(3, 0);

/** The fastest level: a file is made once and fetched once (ADR 8). */
const level = 1;
/** Buffer that fits a whole compressed block: each further piece costs a turn of the event loop. */
const chunkSize = 64 * 1024;

/**
 * Resets one stream per parallel block: new streams would pile up until garbage collection, half of a large file's
 * memory. Streams are used in turn, not as they become free: if a block's end mark crosses the buffer, zlib writes it
 * twice, so the bytes depend on what the stream packed before.
 */
export const createBlockPacker = (): BlockPacker => {
  const streams: BlockPacker[] = [];
  let packed = 0;
  return {
    pack(block) {
      const streamIndex = packed % (blocksAhead + 1);
      packed += 1;
      streams[streamIndex] ??= createBlockStream();
      return streams[streamIndex].pack(block);
    },
    close() {
      for (const stream of streams) stream.close();
    },
  };
};

const createBlockStream = (): BlockPacker => {
  const stream = createDeflateRaw({ level, chunkSize, flush: constants.Z_SYNC_FLUSH });
  let packed: Uint8Array[] | undefined;
  stream.on("data", (bytes: Uint8Array) => packed?.push(bytes));
  // The failing block's callback reports it.
  stream.on("error", () => undefined);
  return {
    async pack(block) {
      if (packed !== undefined) throw new Error(`No more than ${blocksAhead + 1} blocks can be packed at once.`);
      const taken: Uint8Array[] = [];
      packed = taken;
      stream.reset();
      await new Promise<void>((resolve, reject) => {
        stream.write(block, (error) => (error ? reject(error) : resolve()));
      });
      packed = undefined;
      return taken;
    },
    close: () => stream.close(),
  };
};
