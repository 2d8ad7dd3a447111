import { StoreDamaged } from "../../ports/store-errors.ts";
import type { Checkpoint } from "../../ports/stores/history.ts";
import type { ReadStore, WriterCheckpoint } from "../../ports/stores/read-store.ts";
import { createVersion } from "../../ports/stores/state-store.ts";
import type { CausalSessions } from "../causal-sessions.ts";
import type { Mongo } from "../client.ts";
import { isDuplicate } from "../errors.ts";
import { isApplied, markApplied, unlessApplied } from "../idempotent-changes.ts";

type CheckpointDocument = { _id: string; fence: number; checkpoint: Checkpoint | null; recent: number[] };
/** `recent` tells our change with a lost response from another's. */
type RegisterDocument = { _id: string; version: number; value: string; recent: number[] };

export const createCheckpointsAndRegisters = (mongo: Mongo, time: CausalSessions, readsFrom: Mongo["db"]) => {
  const checkpoints = mongo.db.collection<CheckpointDocument>("read-checkpoints");
  const checkpointsRead = readsFrom.collection<CheckpointDocument>("read-checkpoints");
  const registers = mongo.db.collection<RegisterDocument>("read-registers");

  /**
   * A later fence isn't damage: it refuses the writer's own writes anyway.
   * @throws {StoreDamaged} the store is behind its writer
   */
  const assertNotBehind = async (following: WriterCheckpoint | undefined, fence: number): Promise<void> => {
    if (following === undefined) return;
    const found = await time.forward((seeing) =>
      checkpoints.findOne({ _id: following.name }, { ...mongo.bounded, ...seeing }),
    );
    const written = found?.fence ?? 0;
    if (written > fence) return;
    if (written < fence || (found?.checkpoint?.position ?? "") < (following.position ?? "")) {
      const reason = `it is behind what was written to it: checkpoint ${following.name} was taken back`;
      throw new StoreDamaged(
        `The read models in the database ${mongo.db.databaseName} of ${mongo.server} cannot be used (${reason}). Drop its collections whose names begin with "read-"; they are rebuilt from the events.`,
        { reason },
      );
    }
  };

  /** An update or an insert; false if something else is there. */
  const happens = async (id: string, change: number, write: () => Promise<boolean>, of: "checkpoint" | "register") => {
    if (await write()) return true;
    const options = { ...mongo.linearizableRead, projection: { recent: 1 } };
    const found =
      of === "checkpoint"
        ? await checkpoints.findOne({ _id: id }, options)
        : await registers.findOne({ _id: id }, options);
    return isApplied(found, change);
  };
  const orRefused = async (write: Promise<{ matchedCount: number; upsertedCount: number }>): Promise<boolean> => {
    try {
      const { matchedCount, upsertedCount } = await write;
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };

  const notes: Pick<
    ReadStore,
    "readCheckpoint" | "writeCheckpoint" | "checkpoints" | "readRegister" | "writeRegister"
  > = {
    async readCheckpoint(name) {
      const found = await time.forward((seeing) =>
        checkpointsRead.findOne({ _id: name }, { ...mongo.bounded, ...seeing }),
      );
      return found?.checkpoint ?? undefined;
    },
    async writeCheckpoint(name, checkpoint, { fence = 0, following } = {}) {
      await assertNotBehind(following, fence);
      const change = createVersion();
      return time.forward((seeing) =>
        happens(
          name,
          change,
          () =>
            orRefused(
              checkpoints.updateOne(
                { _id: name, fence: { $lte: fence }, ...unlessApplied(change) },
                { $set: { fence, checkpoint: checkpoint ?? null }, ...markApplied(change) },
                { upsert: true, ...seeing },
              ),
            ),
          "checkpoint",
        ),
      );
    },
    async checkpoints() {
      const found = await time.forward((seeing) =>
        checkpointsRead.find({ checkpoint: { $ne: null } }, { ...mongo.bounded, ...seeing }).toArray(),
      );
      return new Map(found.flatMap(({ _id, checkpoint }) => (checkpoint ? [[_id, checkpoint] as const] : [])));
    },
    async readRegister(name) {
      const found = await time.now((seeing) => registers.findOne({ _id: name }, seeing));
      return found ? { version: found.version, value: JSON.parse(found.value) } : undefined;
    },
    async writeRegister(name, value, { ifVersion }) {
      const change = createVersion();
      const $set = { version: ifVersion + 1, value: JSON.stringify(value) };
      return time.forward((seeing) =>
        happens(
          name,
          change,
          () =>
            orRefused(
              registers.updateOne(
                { _id: name, version: ifVersion, ...unlessApplied(change) },
                { $set, ...markApplied(change) },
                { upsert: ifVersion === 0, ...seeing },
              ),
            ),
          "register",
        ),
      );
    },
  };
  return { ...notes, assertNotBehind };
};
