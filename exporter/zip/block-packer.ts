import { constants, createDeflateRaw } from "node:zlib";

/** Compresses blocks on other threads, several at once. */
export type BlockPacker = {
  /**
   * What a block becomes: a piece of a deflate stream that depends on the block alone. Pieces make a stream in whatever order, with {@link lastPiece}
   * behind them. The block must stay as it is until then.
   */
  pack(block: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Gives back its memory, which the collector would leave standing. */
  close(): void;
};

/**
 * Blocks that may be on their way while the next one is written. One would do if another thread came as soon as it is called; on a busy machine it
 * comes late now and then, and whoever writes would wait.
 */
export const blocksAhead = 2;

/** An empty last block: the end of every stream. */
export const lastPiece: Uint8Array = Uint8Array.of(3, 0);

/** The cheapest: a file is made once and fetched once (docs/adr/0008-own-excel-writer.md). */
const level = 1;
/** Room for a whole packed block, so that it comes back from the other thread in one piece: each further one is a turn of the event loop. */
const chunkSize = 64 * 1024;

/**
 * As many streams as blocks are ever packed at once, each begun again with every block. A new stream for each would wait for the collector in numbers:
 * that was half of the memory of a large file.
 */
export const createBlockPacker = (): BlockPacker => {
  const streams: BlockPacker[] = [];
  const idle: BlockPacker[] = [];
  const another = (): BlockPacker => {
    const stream = createBlockStream();
    streams.push(stream);
    return stream;
  };
  return {
    async pack(block) {
      const stream = idle.pop() ?? another();
      const packed = await stream.pack(block);
      idle.push(stream);
      return packed;
    },
    close() {
      for (const stream of streams) stream.close();
    },
  };
};

const createBlockStream = (): BlockPacker => {
  const stream = createDeflateRaw({ level, chunkSize, flush: constants.Z_SYNC_FLUSH });
  let packed: Uint8Array[] = [];
  stream.on("data", (bytes: Uint8Array) => packed.push(bytes));
  // The block that fails tells of it.
  stream.on("error", () => undefined);
  return {
    async pack(block) {
      stream.reset();
      await new Promise<void>((resolve, reject) => {
        stream.write(block, (error) => (error ? reject(error) : resolve()));
      });
      const taken = packed;
      packed = [];
      return taken;
    },
    close: () => stream.close(),
  };
};
