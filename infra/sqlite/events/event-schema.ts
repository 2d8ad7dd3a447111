import type { Schema } from "../database.ts";

/**
 * Schema of events. Before version 3 there were no checksums, before 4 events of designs and exports had another form
 * (ADR 32). `append_start`: version of the append's first event, as a repeat must be a whole append.
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
