import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentEncodings, isCompressible } from "#application/http/content-encodings.ts";

/** Smallest file to compress, bytes; shorter ones fit into the first packet anyway. */
const minSizeToCompress = 1_024;

const compressors: Readonly<Record<(typeof contentEncodings)[number]["name"], (bytes: Buffer) => Promise<Buffer>>> = {
  // Maximum quality: two CPU seconds once, then sent many times.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes a compressed copy beside every text file of the build, if smaller. */
export const compressBuild = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.filter(isCompressible).map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < minSizeToCompress) return;
      for (const { name, ending } of contentEncodings) {
        const packed = await compressors[name](bytes);
        if (packed.length < bytes.length) await writeFile(file + ending, packed);
      }
    }),
  );
};
