import type { Checkpoint } from "../../ports/stores/history.ts";
import type { WriterCheckpoint } from "../../ports/stores/read-store.ts";
import { createDamagedError } from "../damage.ts";
import type { Database } from "../database.ts";

/**
 * Ensures, in the write's transaction, that the file isn't an older copy. A later fence isn't damage: it refuses the
 * writer's own writes anyway.
 * @throws {StoreDamaged} the file is behind its writer
 */
export const assertNotBehind = (db: Database, following: WriterCheckpoint | undefined, fence: number): void => {
  if (following === undefined) return;
  const row = db.prepare("SELECT fence, checkpoint FROM checkpoints WHERE name = ?").get(following.name);
  const written = Number(row?.fence ?? 0);
  if (written > fence) return;
  const { position } = row?.checkpoint ? (JSON.parse(String(row.checkpoint)) as Checkpoint) : { position: "" };
  if (written < fence || position < (following.position ?? ""))
    throw createDamagedError(
      db.file,
      `it is behind what was written to it: checkpoint ${following.name} was taken back`,
    );
};
