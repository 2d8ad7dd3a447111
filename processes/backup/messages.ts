import { type EngineSettings, findEmbeddedStores } from "#infra/config/engines.ts";
import type { CopiedFiles } from "./copy-files.ts";

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

const describeReports = ({ reports, notes, bytes }: CopiedFiles, withReports: boolean): string =>
  withReports
    ? `Finished reports are in it: ${counted(reports, "file")}, and ${counted(notes, "note")} of who is in them, ${megabytes(bytes)}.`
    : `Finished reports are not in it. The notes of who is in them are: ${counted(notes, "file")}, ${megabytes(bytes)}.`;

/** `files` is undefined if they are elsewhere. `key` tells the master key's place. */
export const describeBackup = (made: {
  target: string;
  at: Date;
  stores: readonly { name: string; bytes: number }[];
  files: CopiedFiles | undefined;
  withReports: boolean;
  key: string;
}): string[] => {
  const stores = made.stores.map(({ name, bytes }) => `${name}.db (${megabytes(bytes)})`).join(" and ");
  return [
    `${made.target} is a backup of ${stores} as of ${made.at.toISOString()}. It was read back without errors.`,
    ...(made.files
      ? [
          describeReports(made.files, made.withReports),
          `The master key is not in it. Keep a copy of ${made.key} apart from your backups: without it tokens and personal values cannot be read.`,
        ]
      : []),
  ];
};

const guide = "docs/operations.md, 'Over engines that others keep', says how";

/** Says how to back up external engines: MongoDB first, EventStoreDB last. Empty if the folder has everything. */
export const describeExternalEngines = (config: EngineSettings): string[] => {
  const { events, documents } = findEmbeddedStores(config);
  if (!events && !documents)
    return [
      `There is nothing to back up in DATA_DIR: MONGODB_URL and EVENTSTORE_URL are set. Back up MongoDB first, then EventStoreDB (${guide}).`,
    ];
  if (!events) return [`Events are in EventStoreDB, not in this backup. Back it up now, after this one (${guide}).`];
  if (!documents)
    return [
      `State, secrets and reports are in MongoDB, not in this backup. It fits a backup of MongoDB that was ended before this one began (${guide}).`,
    ];
  return [];
};
