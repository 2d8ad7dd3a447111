import { createHmac, randomUUID } from "node:crypto";
import { Erased, type Vault } from "../ports/vault.ts";
import { createDice, dawdle } from "./awkward.ts";

type Row = { value: string; owner: string; lookup: string | undefined };

/** Values in plain sight, for tests alone. `sign` is the same for the same key. */
export const createMemoryVault = ({ key = "memory" } = {}): Vault => {
  const dice = createDice();
  const rows = new Map<string, Row>();
  const plain = (text: string): string => text.trim().normalize("NFC").toLowerCase();
  return {
    async put(value, { owner, lookup, reference = `vault-${randomUUID()}` }) {
      await dawdle(dice);
      const known = rows.get(reference);
      if (known && known.owner !== owner) {
        throw new Error(`Vault reference ${reference} belongs to another owner. Use a new reference.`);
      }
      rows.set(reference, { value, owner, lookup: lookup === undefined ? undefined : plain(lookup) });
      return reference;
    },
    async read(reference) {
      await dawdle(dice);
      return rows.get(reference)?.value ?? Erased;
    },
    async erase(reference) {
      await dawdle(dice);
      return rows.delete(reference);
    },
    async eraseOwner(owner) {
      await dawdle(dice);
      const ours = [...rows].filter(([, row]) => row.owner === owner);
      for (const [reference] of ours) rows.delete(reference);
      return ours.length;
    },
    async find(owner, lookup) {
      await dawdle(dice);
      return [...rows]
        .filter(([, row]) => row.owner === owner && row.lookup === plain(lookup))
        .map(([reference]) => reference)
        .sort();
    },
    sign: (purpose, text) =>
      createHmac("sha256", JSON.stringify([key, purpose]))
        .update(text)
        .digest("base64url"),
  };
};
