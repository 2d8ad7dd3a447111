import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Bytes an entry takes in addition to its content. */
const entryOverhead = 400;
/**
 * Higher levels save little on such JSON. Most states fit into one chunk; zlib's default chunk is four times as large.
 */
const deflateOptions = { level: 1, chunkSize: 4_096 };

/** A state as plain JSON. */
type Compressible = { version: number };

/** The bytes lie outside V8's heap, which would reserve as much again for garbage. */
const compress = (text: string): Uint8Array => {
  const deflated = deflateRawSync(text, deflateOptions);
  const own = Buffer.allocUnsafeSlow(deflated.length);
  deflated.copy(own);
  return own;
};

/**
 * Keeps stream states deflated, for a process that works for many shops in turn: at most a fifth of the memory, at a
 * tenth of the time of reading the stream (ADR 81). `maxBytes`: bytes in all; the least recently used is evicted first.
 */
export const createCompressedStates = <State extends Compressible>(maxBytes: number) => {
  const cache = new LRUCache<string, { version: number; bytes: Uint8Array }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => entryOverhead + bytes.length,
  });
  return {
    add: (stream: string, state: State): void => {
      const { version } = state;
      if (cache.get(stream)?.version === version) return;
      cache.set(stream, { version, bytes: compress(JSON.stringify(state)) });
    },
    get: (stream: string): State | undefined => {
      const found = cache.get(stream);
      return found && (JSON.parse(inflateRawSync(found.bytes).toString()) as State);
    },
  };
};
