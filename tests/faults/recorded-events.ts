import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Counts the events of each type in a data folder, beside the running system. */
export const countEvents = (dataDir: string): Record<string, number> => {
  const db = new DatabaseSync(join(dataDir, "events.db"), { readOnly: true });
  try {
    const rows = db.prepare("SELECT type, count(*) AS n FROM events GROUP BY type").all() as {
      type: string;
      n: number;
    }[];
    return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
  } finally {
    db.close();
  }
};
