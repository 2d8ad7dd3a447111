import type { Schema } from "../database.ts";

/**
 * Files before 3 have no checksums; those before 4 have events of designs and exports in other shapes (ADR 32).
 * `append_start` is the version of the first event of the same append: a repeat must be the whole append, not a piece
 * of it.
 */
export const eventSchema: Schema = {
  store: "events.db",
  version: 4,
  oldest: 4,
  sql: `
    CREATE TABLE IF NOT EXISTS events (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      version INTEGER NOT NULL,
      append_start INTEGER NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      metadata TEXT NOT NULL,
      sum INTEGER,
      UNIQUE (stream, version)
    );
    CREATE TABLE IF NOT EXISTS store (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER)`,
};
