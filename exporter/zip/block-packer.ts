import { constants, createDeflateRaw } from "node:zlib";

/** Compresses blocks on other threads, several at once. */
export type BlockPacker = {
  /**
   * What a block becomes: a piece of a deflate stream. Pieces make a stream in whatever order, with {@link lastPiece} behind them; their bytes depend on
   * the blocks that were given and on their order alone, not on when each was done. The block must stay as it is until then.
   * @throws {Error} where more than one and {@link blocksAhead} are on their way
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
 * that was half of the memory of a large file. They take turns and are not taken as they come free: where the room of a stream's buffer ends within the
 * mark at the end of a block, zlib writes that mark twice, so a block's bytes depend on what its stream packed before.
 */
export const createBlockPacker = (): BlockPacker => {
  const streams: BlockPacker[] = [];
  let packed = 0;
  return {
    pack(block) {
      const turn = packed % (blocksAhead + 1);
      packed += 1;
      streams[turn] ??= createBlockStream();
      return streams[turn].pack(block);
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
  // The block that fails tells of it.
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
