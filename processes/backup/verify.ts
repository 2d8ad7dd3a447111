import { assertShopsKnown } from "#application/session/assert-shops-known.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createHistoryKeeper } from "#infra/history/history-keeper.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import type { FileState } from "#infra/sqlite/files/check-file.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { checkEventsFile, checkStateFile } from "#infra/sqlite/files/salvage.ts";
import { type Documents, documentsInFolder, type Events, eventsInFolder } from "../move/folder-side.ts";
import { CannotBackUp } from "./target.ts";

export type StoreName = "state" | "events";

const assertSound = (name: StoreName, found: FileState): void => {
  if (found.kind === "sound") return;
  const reason = found.kind === "damaged" ? found.reason : "it is missing";
  throw new CannotBackUp(
    `The copy of ${name}.db is damaged (${reason}). Try another disk. If that fails too, stop Sheaf and run '${operatorCommand("repair")}', which says whether ${name}.db itself is damaged.`,
  );
};

/** Checks as a start does: state belongs to these events and knows every shop. */
const assertTogether = async ({ eventStore }: Events, { stateStore }: Documents, clock: Clock): Promise<void> => {
  const readStore = createMemoryReadStore();
  const history = createHistoryKeeper({ eventStore, stateStore, readStore, now: () => clock.wall() });
  try {
    await history.check();
    await assertShopsKnown({ eventStore, stateStore });
  } catch (error) {
    if (!(error instanceof HistoryDiffers)) throw error;
    throw new CannotBackUp(
      `The copies do not belong together: ${error.message} If Sheaf starts on this folder, run the backup again.`,
    );
  } finally {
    await history.close();
  }
};

/**
 * Reads back every page, row and checksum, and checks that a start would accept the copy with this key.
 * @throws {CannotBackUp} damage, or stores that do not belong together
 * @throws {Error} state was encrypted with another master key; with a message for the operator
 */
export const verify = async (
  folder: string,
  names: readonly StoreName[],
  { masterKey, clock }: { masterKey: string | undefined; clock: Clock },
): Promise<void> => {
  if (names.includes("state")) assertSound("state", checkStateFile(getDatabasePath(folder, "state")));
  if (names.includes("events"))
    assertSound("events", checkEventsFile(getDatabasePath(folder, "events"), upcasters.canRead));
  const documents = names.includes("state") ? documentsInFolder(folder, masterKey, clock) : undefined;
  try {
    const events = names.includes("events") ? eventsInFolder(folder) : undefined;
    try {
      if (documents && events) await assertTogether(events, documents, clock);
    } finally {
      await events?.close();
    }
  } finally {
    await documents?.close();
  }
};
