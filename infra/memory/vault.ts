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
      await dawdle(dice);
      return values.map((value) => once(value, owner, prefix));
    },
    async read(reference) {
      await dawdle(dice);
      return rows.get(reference)?.value ?? Erased;
    },
    async readAll(references) {
      await dawdle(dice);
      return new Map(
        references.flatMap((reference) => {
          const row = rows.get(reference);
          return row ? [[reference, row.value] as const] : [];
        }),
      );
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
    async find(owner, prefix, holds) {
      await dawdle(dice);
      return [...rows]
        .filter(([reference, row]) => row.owner === owner && reference.startsWith(prefix) && holds(row.value))
        .map(([reference]) => reference)
        .sort();
    },
    sign: (purpose, text) =>
      createHmac("sha256", JSON.stringify([key, purpose]))
        .update(text)
        .digest("base64url"),
  };
};
