import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { Erased, type Vault } from "../ports/stores/vault.ts";
import { createSeededRandom, delayRandomly } from "./irregularity.ts";

type Row = {
  value: string;
  owner: string;
  /** 1 once a sweep has begun since the put, 0 before; absent once settled, and after a plain `put`. */
  age?: number;
};

const byReference = (one: { reference: string }, other: { reference: string }): number =>
  one.reference < other.reference ? -1 : 1;

/** Creates a vault that keeps plaintext, for tests. `sign` is the same for the same key. */
export const createMemoryVault = ({ key = "memory" } = {}): Vault => {
  const dice = createSeededRandom();
  const rows = new Map<string, Row>();
  const find = (value: string, owner: string, prefix: string): [string, Row] | undefined =>
    [...rows].find(([reference, row]) => reference.startsWith(prefix) && row.owner === owner && row.value === value);
  const once = (value: string, owner: string, prefix: string): string => {
    const [known, row] = find(value, owner, prefix) ?? [];
    if (row?.age !== undefined) row.age = 0;
    const reference = known ?? `${prefix}${randomBytes(16).toString("base64url")}`;
    if (!row) rows.set(reference, { value, owner, age: 0 });
    return reference;
  };
  return {
    async put(value, { owner, reference = `vault-${randomUUID()}` }) {
      await delayRandomly(dice);
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
        await delayRandomly(dice);
        references.push(once(value, owner, prefix));
      }
      return references;
    },
    async findReferences(values, { owner, prefix }) {
      await delayRandomly(dice);
      return values.map((value) => {
        const [reference, row] = find(value, owner, prefix) ?? [];
        return (row?.age ?? 0) > 0 ? undefined : reference;
      });
    },
    async beginCleanup(prefix) {
      await delayRandomly(dice);
      const fresh = [...rows].filter(([reference, { age }]) => reference.startsWith(prefix) && age !== undefined);
      const old = fresh.filter(([, { age = 0 }]) => age > 0);
      for (const [, row] of fresh) row.age = 1;
      return old.map(([reference, { owner }]) => ({ reference, owner })).sort(byReference);
    },
    async markReferenced(references) {
      await delayRandomly(dice);
      for (const reference of references) delete rows.get(reference)?.age;
    },
    async eraseUnreferenced(references) {
      await delayRandomly(dice);
      return references.filter((reference) => rows.get(reference)?.age === 1 && rows.delete(reference)).length;
    },
    async read(reference) {
      await delayRandomly(dice);
      return rows.get(reference)?.value ?? Erased;
    },
    async readAll(references) {
      const values = new Map<string, string>();
      for (const reference of references) {
        await delayRandomly(dice);
        const row = rows.get(reference);
        if (row) values.set(reference, row.value);
      }
      return values;
    },
    async erase(reference) {
      await delayRandomly(dice);
      return rows.delete(reference);
    },
    async eraseOwner(owner) {
      const ours = [...rows].filter(([, row]) => row.owner === owner);
      let erased = 0;
      for (const [reference] of ours) {
        await delayRandomly(dice);
        if (rows.delete(reference)) erased += 1;
      }
      return erased;
    },
    async findMatching(owner, prefix, holds) {
      const ours = [...rows].filter(([reference, row]) => row.owner === owner && reference.startsWith(prefix));
      const found: string[] = [];
      for (const [reference] of ours) {
        await delayRandomly(dice);
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
