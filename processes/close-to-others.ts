import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const others = 0o077;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The data folder itself and all that is below it. Where a link leads is not ours to change; `folder` itself may be one. */
async function* everythingIn(folder: string): AsyncGenerator<{ path: string; mode: number }> {
  yield { path: folder, mode: (await stat(folder)).mode };
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield { path, mode: (await lstat(path)).mode };
    } catch (error) {
      // Another start beside this one cleans up too.
      if (!isGone(error)) throw error;
    }
  }
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const closeEach = async (dataDir: string): Promise<string | undefined> => {
  for await (const { path, mode } of everythingIn(dataDir)) {
    if ((mode & others) === 0) continue;
    try {
      await chmod(path, mode & 0o700);
    } catch (error) {
      if (isGone(error)) continue;
      return path === dataDir
        ? `DATA_DIR: others can look into ${path}, and it cannot be closed to them (${whyOf(error)}). Make it this user's own, or set DATA_DIR to a new folder below it.`
        : `DATA_DIR: others can read ${path}, and it cannot be closed to them (${whyOf(error)}). Make it this user's own, or move it away.`;
    }
  }
  return undefined;
};

/**
 * Takes from the data folder and everything below it what others than its owner may do with it, so that files are 0600 in folders of
 * 0700, whoever made them and under whatever umask. Answers a sentence where the system refuses that, undefined when all is closed.
 * Windows has no such modes.
 */
export const closeToOthers = async (dataDir: string): Promise<string | undefined> => {
  if (process.platform === "win32") return undefined;
  try {
    return await closeEach(dataDir);
  } catch (error) {
    return `DATA_DIR: what is in ${dataDir} cannot be listed (${whyOf(error)}). Make it this user's own, or set DATA_DIR to a new folder.`;
  }
};
