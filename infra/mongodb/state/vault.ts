import { Binary } from "mongodb";
import { splitIntoChunks } from "../../ports/stores/chunks.ts";
import { Erased, type Vault } from "../../ports/stores/vault.ts";
import { createVaultCipher } from "../../sealing/vault-cipher.ts";
import type { Mongo } from "../client.ts";
import { isDuplicate } from "../errors.ts";
import { createVaultCleanup } from "./vault-cleanup.ts";
import { prefixFilter, type VaultDocument, valuesPerQuery } from "./vault-documents.ts";
import { createOnceValues } from "./vault-once.ts";

/**
 * AES-256-GCM, bound to reference and owner.
 * @throws {Error} the database was written under another master key
 */
export const createMongoVault = async (mongo: Mongo, masterKey: Uint8Array): Promise<Vault> => {
  const values = mongo.db.collection<VaultDocument>("vault");
  await mongo.ensureIndexes("vault", [
    { key: { reference: 1 }, name: "reference", unique: true },
    { key: { owner: 1, reference: 1 }, name: "owner" },
    { key: { sweep: 1, reference: 1 }, name: "swept" },
  ]);
  const sealing = createVaultCipher(masterKey);
  await proveKey(mongo, sealing.proof);
  const open = ({ reference, owner, nonce, sealed }: VaultDocument): string =>
    sealing.decrypt(reference, owner, nonce.buffer, sealed.buffer);

  /** Erases all values of an owner. Finds them first: their number is then known even if a response is lost. */
  const eraseAll = async (owner: string): Promise<number> => {
    for (let count = 0; ; ) {
      const found = await mongo.call(async () => {
        await mongo.confirmPrimary();
        return values.find({ owner }, { ...mongo.bounded, projection: { _id: 1 }, limit: valuesPerQuery }).toArray();
      });
      if (found.length === 0) return count;
      await mongo.call(() => values.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, owner }));
      count += found.length;
    }
  };

  const putUnder = async (
    reference: string,
    owner: string,
    $set: Pick<VaultDocument, "nonce" | "sealed">,
  ): Promise<void> => {
    try {
      await values.updateOne({ reference, owner }, { $set, $setOnInsert: { _id: `=${reference}` } }, { upsert: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const found = await values.findOne({ reference }, { ...mongo.linearizableRead, projection: { owner: 1 } });
      if (found && found.owner !== owner)
        throw new Error(`Vault reference ${reference} belongs to another owner. Use a new reference.`);
      // Another put for the same owner was first; retry as an update.
      await putUnder(reference, owner, $set);
    }
  };

  return {
    async put(value, { owner, reference = sealing.newReference() }) {
      const { nonce, sealed } = sealing.encrypt(reference, owner, value);
      const $set = { nonce: new Binary(nonce), sealed: new Binary(sealed) };
      await mongo.call(() => putUnder(reference, owner, $set));
      return reference;
    },
    ...createOnceValues(mongo, values, sealing),
    ...createVaultCleanup(mongo, values),
    read: (reference) =>
      mongo.call(async () => {
        const found = await values.findOne({ reference }, mongo.linearizableRead);
        return found ? open(found) : Erased;
      }),
    async readAll(references) {
      const valueByReference = new Map<string, string>();
      for (const portion of splitIntoChunks(references, valuesPerQuery)) {
        const found = await mongo.call(async () => {
          await mongo.confirmPrimary();
          return values.find({ reference: { $in: [...portion] } }, mongo.bounded).toArray();
        });
        const byReference = new Map(found.map((document) => [document.reference, document]));
        for (const reference of portion) {
          const document = byReference.get(reference);
          if (document) valueByReference.set(reference, open(document));
        }
      }
      return valueByReference;
    },
    erase: (reference) =>
      mongo.call(async ({ isRepeat }) => {
        const { deletedCount } = await values.deleteOne({ reference });
        // An unanswered try may have erased it.
        return deletedCount > 0 || isRepeat;
      }),
    eraseOwner: eraseAll,
    async findMatching(owner, prefix, holds) {
      const held: string[] = [];
      for (let after: string | undefined; ; ) {
        const from = after === undefined ? {} : { $gt: after };
        const page = await mongo.call(async () => {
          await mongo.confirmPrimary();
          return values
            .find(
              { owner, reference: { ...prefixFilter(prefix), ...from } },
              { ...mongo.bounded, sort: { reference: 1 }, limit: valuesPerQuery },
            )
            .toArray();
        });
        for (const document of page) if (holds(open(document))) held.push(document.reference);
        if (page.length < valuesPerQuery) return held;
        after = page.at(-1)?.reference;
      }
    },
    sign: sealing.sign,
  };
};

/** Records a proof of the key at first use and compares it later. */
const proveKey = async (mongo: Mongo, proof: string): Promise<void> => {
  const keys = mongo.db.collection<{ _id: string; proof: string }>("vault-key");
  const known = await mongo.call(async () => {
    await keys.updateOne({ _id: "key" }, { $setOnInsert: { proof } }, { upsert: true }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
    return keys.findOne({ _id: "key" }, mongo.linearizableRead);
  });
  if (known?.proof !== proof)
    throw new Error(
      `The master key is not the one that the database ${mongo.db.databaseName} of ${mongo.server} was written with. Set MASTER_KEY to that one.`,
    );
};
