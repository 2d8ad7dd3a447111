import { constants, createDeflateRaw } from "node:zlib";

/** Compresses one part of a ZIP file on another thread, a block at a time. */
export type PartDeflater = {
  /** Takes the next block, which is compressed from now on; the one before must have been taken back. The bytes are its own until then. */
  give(block: Uint8Array): void;
  /** What the block given last became, when it is compressed; nothing where none was given. */
  take(): Promise<readonly Uint8Array[]>;
  /** Ends the part: its last bytes. */
  finish(): Promise<readonly Uint8Array[]>;
};

/** The cheapest: a file is made once and fetched once (docs/adr/0008-own-excel-writer.md). */
const level = 1;
/** Room for a whole packed block, so that it comes back from the other thread in one piece: each further one is a turn of the event loop. */
const chunkSize = 64 * 1024;

/**
 * One stream for the whole part, flushed at the end of each block, so that bytes depend on the blocks alone. A stream for each block, and the room
 * for what it becomes, would wait for the collector in numbers: that was half of the memory of a large file.
 */
export const createPartDeflater = (): PartDeflater => {
  const stream = createDeflateRaw({ level, chunkSize, flush: constants.Z_SYNC_FLUSH });
  let packed: Uint8Array[] = [];
  let block: Promise<void> | undefined;
  stream.on("data", (bytes: Uint8Array) => packed.push(bytes));
  const ended = new Promise<void>((resolve, reject) => {
    stream.once("end", resolve);
    stream.once("error", reject);
  });
  // Told when a block is taken; without this, an export that ends before would take the process with it.
  ended.catch(() => undefined);

  const takePacked = (): readonly Uint8Array[] => {
    const taken = packed;
    packed = [];
    return taken;
  };
  return {
    give(bytes) {
      block = new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      block.catch(() => undefined);
    },
    async take() {
      await block;
      block = undefined;
      return takePacked();
    },
    async finish() {
      stream.end();
      await ended;
      return takePacked();
    },
  };
};
