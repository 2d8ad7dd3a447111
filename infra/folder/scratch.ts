import { createSecretKey, randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { assertFileKey } from "../ports/stores/file-keys.ts";
import type { Scratch } from "../ports/stores/scratch.ts";
import { assertFreeSpace, withDiskErrors } from "./disk.ts";
import { createScratchRun, type RunFile } from "./scratch-run.ts";

/**
 * A folder for each piece of work, a file for each run. The key is only in memory: nobody can read customers' data that
 * a kill leaves.
 */
export const createFolderScratch = ({ folder }: { folder: string }): Scratch => {
  const pathOf = (name: string): string => {
    assertFileKey(name);
    return join(folder, name);
  };
  return {
    open(name) {
      const ownFolder = pathOf(name);
      const key = createSecretKey(randomBytes(32));
      const runs = new Set<RunFile>();
      let begun = 0;
      let bytes = 0;
      const onGrow = (more: number): void => {
        bytes += more;
      };
      return {
        async begin() {
          const number = begun;
          begun += 1;
          return withDiskErrors(folder, async () => {
            if (number === 0) await mkdir(ownFolder, { recursive: true, mode: 0o700 });
            await assertFreeSpace(ownFolder);
            const run = await createScratchRun({ path: join(ownFolder, `${number}`), number, key, onGrow });
            runs.add(run);
            const end = async () => {
              await run.end();
              return {
                read: run.read,
                remove() {
                  if (runs.delete(run)) bytes -= run.bytes();
                  return run.remove();
                },
              };
            };
            return { append: run.append, end };
          });
        },
        bytes: () => bytes,
        async remove() {
          for (const run of runs) await run.close();
          runs.clear();
          bytes = 0;
          await rm(ownFolder, { recursive: true, force: true });
        },
      };
    },
    async list() {
      const names = await unlessMissing(readdir(folder));
      const found = await Promise.all(
        (names ?? []).map(async (name) => ({ name, stats: await unlessMissing(stat(join(folder, name))) })),
      );
      return found.flatMap(({ name, stats }) => (stats ? [{ name, modifiedAt: stats.mtime }] : []));
    },
    async remove(name) {
      const path = pathOf(name);
      if ((await unlessMissing(stat(path))) === undefined) return false;
      await rm(path, { recursive: true, force: true });
      return true;
    },
  };
};

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
};
