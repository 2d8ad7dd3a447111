import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Folders in which exports keep files, below the data folder. */
const folders = ["files", "scratch", "work"] as const;

/** Every file that exports have on the disk, parts and what is held beside memory among them. */
export const filesOnDisk = (dataDir: string): string[] =>
  folders.flatMap((folder) => {
    try {
      return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });

const query = (dataDir: string, sql: string): Record<string, number> => {
  const db = new DatabaseSync(join(dataDir, "state.db"), { readOnly: true });
  try {
    const rows = db.prepare(sql).all() as { what: string; n: number }[];
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  } finally {
    db.close();
  }
};

/** Counts state entries without an expiry by kind, `{ input: 200 }`. The kind is the part of the key before the colon. */
export const entriesByKind = (dataDir: string): Record<string, number> =>
  query(
    dataDir,
    "SELECT substr(key, 1, instr(key || ':', ':') - 1) AS what, count(*) AS n FROM state WHERE expires_at IS NULL GROUP BY what",
  );

/** How many jobs of each kind are not done. */
export const openJobs = (dataDir: string): Record<string, number> =>
  query(dataDir, "SELECT kind AS what, count(*) AS n FROM jobs WHERE completed_at IS NULL GROUP BY kind");
