import { existsSync } from "node:fs";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { quarantineRetentionMs } from "#infra/ports/stores/quarantined-copies.ts";
import { findQuarantinedCopies, getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { listQuarantinedCopies } from "#infra/sqlite/files/quarantined-copies.ts";
import { getKeyFilePath } from "#infra/sqlite/state/master-key.ts";

const quarantineReasons = [
  { name: "damaged", words: "was damaged" },
  { name: "newer", words: "was written by a newer version of Sheaf" },
];

/** Running processes keep the key in memory and go on, but none can be restarted without it. */
const missingKey = ({ DATA_DIR, MASTER_KEY }: Pick<Config, "DATA_DIR" | "MASTER_KEY">): string[] => {
  const file = getKeyFilePath(DATA_DIR);
  return MASTER_KEY !== undefined || existsSync(file)
    ? []
    : [
        `${file} is missing. What is running continues, but no process can be started again without it. Restore it before you stop Sheaf, from the copy you keep apart from the backups.`,
      ];
};

const describeQuarantinedFiles = (dataDir: string): string[] =>
  listQuarantinedCopies(dataDir).flatMap(({ name, store, since }) => {
    const until = new Date(since.getTime() + quarantineRetentionMs).toISOString().slice(0, 10);
    if (store === "state")
      return [
        `${name}, which was set aside, holds tokens and personal values, erased ones too, and the master key opens them. The next erasure removes it, or upkeep on ${until}. Delete it as soon as you no longer need it.`,
      ];
    return store === "events"
      ? [`${name} was set aside. It holds no personal values. Delete it once you have looked at it.`]
      : [];
  });

/** Notes on a data folder that don't stop the service. Never throws: a missing folder is among the health reasons. */
export const readNotes = (config: Pick<Config, "DATA_DIR" | "MASTER_KEY">): string[] => {
  try {
    return [
      ...missingKey(config),
      ...describeQuarantinedFiles(config.DATA_DIR),
      ...quarantineReasons.flatMap(({ name, words }) =>
        findQuarantinedCopies(getDatabasePath(config.DATA_DIR, "read-models"), name).map(
          (aside) =>
            `read-models.db ${words} and was rebuilt. The old one is ${aside}. Delete it once you have looked at it.`,
        ),
      ),
    ];
  } catch {
    return [];
  }
};

/** Reads at most once a second: listing the folder takes longer than a response of /healthz. */
export const watchNotes = (
  config: Pick<Config, "DATA_DIR" | "MASTER_KEY">,
  clock: Pick<Clock, "steady">,
): (() => readonly string[]) => {
  let notes: readonly string[] = [];
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.steady() >= until) {
      notes = readNotes(config);
      until = clock.steady() + 1_000;
    }
    return notes;
  };
};
