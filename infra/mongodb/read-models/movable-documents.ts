import { Binary } from "mongodb";
import type { Clock } from "../../ports/clock.ts";
import type { Json } from "../../ports/json.ts";
import type { MovableDocuments, Rows, StateRow, VaultRow } from "../../ports/stores/moving.ts";
import { createVersion, serializeState } from "../../ports/stores/state-store.ts";
import type { Mongo } from "../client.ts";
import { createMovableRows } from "../movable-rows.ts";
import { movableJobs } from "../queue/movable-jobs.ts";
import type { StateDocument } from "../state/state-document.ts";
import type { VaultDocument } from "../state/vault-documents.ts";

const stateRows = (mongo: Mongo): Rows<StateRow> => {
  const entries = mongo.db.collection<StateDocument>("state");
  const byField = (one: { field: string }, other: { field: string }) => (one.field < other.field ? -1 : 1);
  return createMovableRows(
    mongo,
    entries,
    "_id",
    ({ _id, value, expiresAt, index }) => ({
      key: _id,
      value: JSON.parse(value) as Json,
      expiresAt: Number.isFinite(expiresAt) ? expiresAt : null,
      index: [...index].sort(byField).map(({ field, value: name }) => [field, name] as const),
    }),
    ({ key, value, expiresAt, index }) => {
      const version = createVersion();
      const document = {
        value: serializeState(key, value),
        version,
        expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
        index: index.map(([field, name]) => ({ field, value: name })),
        recent: [version],
      };
      return mongo.call(() => entries.replaceOne({ _id: key }, document, { upsert: true }));
    },
  );
};

const vaultRows = (mongo: Mongo): Rows<VaultRow> => {
  const values = mongo.db.collection<VaultDocument>("vault");
  /** A plain `put` stores its reference after `=`, which begins no hash. */
  const idOf = ({ key, lookup }: VaultRow): string => lookup ?? `=${key}`;
  return createMovableRows(
    mongo,
    values,
    "reference",
    ({ _id, reference, owner, nonce, sealed, sweep }) => ({
      key: reference,
      owner,
      lookup: _id.startsWith("=") ? null : _id,
      nonce: nonce.toString("base64"),
      sealed: sealed.toString("base64"),
      standing: sweep ?? "settled",
    }),
    async (row) => {
      const { key: reference, owner, nonce, sealed, standing } = row;
      const document = {
        reference,
        owner,
        nonce: new Binary(Buffer.from(nonce, "base64")),
        sealed: new Binary(Buffer.from(sealed, "base64")),
        ...(standing === "settled" ? {} : { sweep: standing }),
      };
      await mongo.call(() => values.deleteMany({ reference, _id: { $ne: idOf(row) } }));
      await mongo.call(() => values.replaceOne({ _id: idOf(row) }, document, { upsert: true }));
    },
  );
};

/**
 * Nothing else may use the collections. Times are copied, though another clock set them. The vault's own adapter proves
 * the master key.
 */
export const createMovableDocuments = async (mongo: Mongo, clock: Clock): Promise<MovableDocuments> => ({
  state: stateRows(mongo),
  jobs: await movableJobs(mongo, clock),
  vault: vaultRows(mongo),
});
