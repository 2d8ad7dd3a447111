import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { Erased, type Vault } from "../ports/vault.ts";
import { createDice, dawdle } from "./awkward.ts";

type Row = { value: string; owner: string };

/** Values in plain sight, for tests alone. `sign` is the same for the same key. */
export const createMemoryVault = ({ key = "memory" } = {}): Vault => {
  const dice = createDice();
  const rows = new Map<string, Row>();
  const once = (value: string, owner: string, prefix: string): string => {
    for (const [reference, row] of rows)
      if (reference.startsWith(prefix) && row.owner === owner && row.value === value) return reference;
    const reference = `${prefix}${randomBytes(16).toString("base64url")}`;
    rows.set(reference, { value, owner });
    return reference;
  };
  return {
    async put(value, { owner, reference = `vault-${randomUUID()}` }) {
      await dawdle(dice);
      const known = rows.get(reference);
      if (known && known.owner !== owner) {
        throw new Error(`Vault reference ${reference} belongs to another owner. Use a new reference.`);
      }
      rows.set(reference, { value, owner });
      return reference;
    },
    async putOnce(values, { owner, prefix }) {
      const references: string[] = [];
      for (const value of values) {
        await dawdle(dice);
        references.push(once(value, owner, prefix));
      }
      return references;
    },
    async read(reference) {
      await dawdle(dice);
      return rows.get(reference)?.value ?? Erased;
    },
    async readAll(references) {
      const values = new Map<string, string>();
      for (const reference of references) {
        await dawdle(dice);
        const row = rows.get(reference);
        if (row) values.set(reference, row.value);
      }
      return values;
    },
    async erase(reference) {
      await dawdle(dice);
      return rows.delete(reference);
    },
    async eraseOwner(owner) {
      const ours = [...rows].filter(([, row]) => row.owner === owner);
      let erased = 0;
      for (const [reference] of ours) {
        await dawdle(dice);
        if (rows.delete(reference)) erased += 1;
      }
      return erased;
    },
    async find(owner, prefix, holds) {
      const ours = [...rows].filter(([reference, row]) => row.owner === owner && reference.startsWith(prefix));
      const found: string[] = [];
      for (const [reference] of ours) {
        await dawdle(dice);
        const row = rows.get(reference);
        if (row && holds(row.value)) found.push(reference);
      }
      return found.sort();
    },
    sign: (purpose, text) =>
      createHmac("sha256", JSON.stringify([key, purpose]))
        .update(text)
        .digest("base64url"),
  };
};
