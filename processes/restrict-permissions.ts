import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const groupAndOthers = 0o077;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** `folder` may be a link. Links below it are not followed, as their targets aren't ours to change. */
async function* walkFolder(folder: string): AsyncGenerator<{ path: string; mode: number }> {
  yield { path: folder, mode: (await stat(folder)).mode };
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield { path, mode: (await lstat(path)).mode };
    } catch (error) {
      // Another start at the same time cleans up too.
      if (!isGone(error)) throw error;
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const restrictEach = async (dataDir: string): Promise<string | undefined> => {
  for await (const { path, mode } of walkFolder(dataDir)) {
    if ((mode & groupAndOthers) === 0) continue;
    try {
      await chmod(path, mode & 0o700);
    } catch (error) {
      if (isGone(error)) continue;
      return path === dataDir
        ? `DATA_DIR: others can look into ${path}, and it cannot be closed to them (${messageOf(error)}). Make it this user's own, or set DATA_DIR to a new folder below it.`
        : `DATA_DIR: others can read ${path}, and it cannot be closed to them (${messageOf(error)}). Make it this user's own, or move it away.`;
    }
  }
  return undefined;
};

/**
 * Makes files below the data folder 0600 and folders 0700, except on Windows. Returns a sentence if the system refuses.
 */
export const restrictPermissions = async (dataDir: string): Promise<string | undefined> => {
  if (process.platform === "win32") return undefined;
  try {
    return await restrictEach(dataDir);
  } catch (error) {
    return `DATA_DIR: what is in ${dataDir} cannot be listed (${messageOf(error)}). Make it this user's own, or set DATA_DIR to a new folder.`;
  }
};
