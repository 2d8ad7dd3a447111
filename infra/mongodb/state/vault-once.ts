import { Binary, type Collection } from "mongodb";
import { StoreBusy } from "../../ports/store-errors.ts";
import { splitIntoChunks } from "../../ports/stores/chunks.ts";
import type { Vault } from "../../ports/stores/vault.ts";
import type { VaultCipher } from "../../sealing/vault-cipher.ts";
import type { Mongo } from "../client.ts";
import { isDuplicate } from "../errors.ts";
import { type VaultDocument, valuesPerQuery } from "./vault-documents.ts";

/** Maximum attempts: another process may erase a value that was just put. */
const maxAttempts = 20;

type Wanted = { id: string; value: string };
type Found = Pick<VaultDocument, "_id" | "reference" | "sweep">;

/** Finds and puts values by the keyed hash in `_id`. */
export const createOnceValues = (
  mongo: Mongo,
  values: Collection<VaultDocument>,
  sealing: VaultCipher,
): Pick<Vault, "putOnce" | "findReferences"> => {
  const lookUp = async (requestedValues: readonly Wanted[]): Promise<Map<string, Found>> => {
    await mongo.confirmPrimary();
    const found = await values
      .find<Found>(
        { _id: { $in: requestedValues.map(({ id }) => id) } },
        { ...mongo.bounded, projection: { reference: 1, sweep: 1 } },
      )
      .toArray();
    return new Map(found.map((one) => [one._id, one]));
  };
  const renew = (ids: readonly string[]) =>
    values.updateMany({ _id: { $in: [...ids] }, sweep: "aged" }, { $set: { sweep: "new" } });

  const insert = async (owner: string, prefix: string, requestedValues: readonly Wanted[]): Promise<void> => {
    const upserts = requestedValues.map(({ id, value }) => {
      const reference = sealing.newReferenceWithPrefix(prefix);
      const { nonce, sealed } = sealing.encrypt(reference, owner, value);
      const made = { reference, owner, nonce: new Binary(nonce), sealed: new Binary(sealed), sweep: "new" as const };
      return { updateOne: { filter: { _id: id }, update: { $setOnInsert: made }, upsert: true } };
    });
    await values.bulkWrite(upserts, { ordered: false }).catch((error: unknown) => {
      // Another process was first; its value is found now.
      if (!isDuplicate(error)) throw error;
    });
  };

  /** Keeps values once; the final look-up decides their references. */
  const keep = async (owner: string, prefix: string, requestedValues: readonly Wanted[]): Promise<string[]> => {
    for (let turn = 0; turn < maxAttempts; turn += 1) {
      const found = await lookUp(requestedValues);
      const safe = requestedValues
        .map(({ id }) => found.get(id))
        .filter((one) => one !== undefined && one.sweep !== "aged");
      if (safe.length === requestedValues.length) return safe.map((one) => one?.reference ?? "");
      const aged = [...found.values()].filter(({ sweep }) => sweep === "aged").map(({ _id }) => _id);
      if (aged.length > 0) await renew(aged);
      const missing = new Map(requestedValues.filter(({ id }) => !found.has(id)).map((one) => [one.id, one]));
      if (missing.size > 0) await insert(owner, prefix, [...missing.values()]);
    }
    throw new StoreBusy(`What is kept in ${mongo.server} is erased there at once. Try again in a moment.`);
  };

  const wantedOf = (portion: readonly string[], owner: string, prefix: string): Wanted[] =>
    portion.map((value) => ({ value, id: sealing.computeLookupHash(owner, prefix, value) }));

  return {
    async putOnce(all, { owner, prefix }) {
      const references: string[] = [];
      for (const portion of splitIntoChunks(all, valuesPerQuery))
        references.push(...(await mongo.call(() => keep(owner, prefix, wantedOf(portion, owner, prefix)))));
      return references;
    },
    async findReferences(all, { owner, prefix }) {
      const references: (string | undefined)[] = [];
      for (const portion of splitIntoChunks(all, valuesPerQuery)) {
        const requestedValues = wantedOf(portion, owner, prefix);
        const found = await mongo.call(() => lookUp(requestedValues));
        for (const { id } of requestedValues) {
          const one = found.get(id);
          references.push(one?.sweep === "aged" ? undefined : one?.reference);
        }
      }
      return references;
    },
  };
};
