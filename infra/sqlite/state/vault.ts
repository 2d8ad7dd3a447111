import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { splitIntoChunks } from "../../ports/stores/chunks.ts";
import { Erased, type Vault } from "../../ports/stores/vault.ts";
import { createVaultCipher } from "../../sealing/vault-cipher.ts";
import type { Database } from "../database.ts";
import { blockUntilFree } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { type Row, verifyRow } from "../row-checksum.ts";
import { MasterKeyUnusable } from "./master-key.ts";

/** Maximum values per write: each takes some 20 µs, and a write may hold the lock for 20 ms. */
const valuesPerWrite = 200;

/**
 * Creates the vault in `state.db`, with AES-256-GCM bound to reference and owner.
 * @throws the database was written under another master key
 */
export const createSqliteVault = (db: Database, masterKey: Uint8Array): Vault => {
  const { encrypt, decrypt, computeLookupHash, newReference, newReferenceWithPrefix, proof, sign } =
    createVaultCipher(masterKey);
  proveKey(db, proof);
  // A killed process may have erased values without purging the log.
  db.truncateLogSoon();

  const open = (reference: string, row: Row): string => {
    const { owner, nonce, sealed } = verifyRow(db.file, "vault", row);
    return decrypt(reference, String(owner), nonce as Uint8Array, sealed as Uint8Array);
  };

  /** `aged`: a sweep may erase it, so put it again. */
  const findReference = (owner: string, lookup: string): { reference: string; aged: boolean } | undefined => {
    const row = db
      .prepare(
        `SELECT vault.reference, aged FROM vault LEFT JOIN vault_new ON vault_new.reference = vault.reference
         WHERE owner = ? AND lookup = ?`,
      )
      .get(owner, lookup);
    return row && { reference: String(row.reference), aged: row.aged === 1 };
  };
  const safe = (owner: string, lookup: string): string | undefined => {
    const found = findReference(owner, lookup);
    return found?.aged ? undefined : found?.reference;
  };

  type Once = { value: string; lookup: string };
  const insert = (owner: string, prefix: string, { value, lookup }: Once): string => {
    const reference = newReferenceWithPrefix(prefix);
    const { nonce, sealed } = encrypt(reference, owner, value);
    db.prepare("INSERT INTO vault (reference, owner, lookup, nonce, sealed) VALUES (?, ?, ?, ?, ?)").run(
      reference,
      owner,
      lookup,
      nonce,
      sealed,
    );
    db.prepare("INSERT INTO vault_new (reference) VALUES (?)").run(reference);
    return reference;
  };
  const keep = (owner: string, prefix: string, one: Once): string => {
    const found = findReference(owner, one.lookup);
    if (found?.aged) db.prepare("UPDATE vault_new SET aged = 0 WHERE reference = ?").run(found.reference);
    return found?.reference ?? insert(owner, prefix, one);
  };

  /** Writes in chunks; returns how many rows changed. */
  const writeAll = async (items: readonly string[], work: (item: string) => number | bigint): Promise<number> => {
    let count = 0;
    for (const portion of splitIntoChunks(items, valuesPerWrite))
      count += await db.write(() => portion.reduce((sum, item) => sum + Number(work(item)), 0));
    return count;
  };

  return {
    async put(value, { owner, reference = newReference() }) {
      const { nonce, sealed } = encrypt(reference, owner, value);
      const { changes } = await db.write(() =>
        db
          .prepare(
            `INSERT INTO vault (reference, owner, nonce, sealed) VALUES (?, ?, ?, ?)
             ON CONFLICT (reference) DO UPDATE SET nonce = excluded.nonce, sealed = excluded.sealed
             WHERE owner = excluded.owner`,
          )
          .run(reference, owner, nonce, sealed),
      );
      if (changes === 0) throw new Error(`Vault reference ${reference} belongs to another owner. Use a new reference.`);
      return reference;
    },
    async putOnce(values, { owner, prefix }) {
      const references: string[] = [];
      for (const portion of splitIntoChunks(values, valuesPerWrite)) {
        const wanted = portion.map((value): Once => ({ value, lookup: computeLookupHash(owner, prefix, value) }));
        const found = await db.read(() => wanted.map(({ lookup }) => safe(owner, lookup)));
        // Looks again under the lock: two callers may put the same value.
        const kept = found.includes(undefined)
          ? await db.write(() => wanted.map((one) => keep(owner, prefix, one)))
          : found.filter((reference) => reference !== undefined);
        references.push(...kept);
      }
      return references;
    },
    async findReferences(values, { owner, prefix }) {
      const references: (string | undefined)[] = [];
      for (const portion of splitIntoChunks(values, valuesPerWrite)) {
        if (references.length > 0) await yieldToEventLoop();
        references.push(
          ...(await db.read(() => portion.map((value) => safe(owner, computeLookupHash(owner, prefix, value))))),
        );
      }
      return references;
    },
    async beginCleanup(prefix) {
      const rows = await db.read(() =>
        db
          .prepare(
            `SELECT vault_new.reference, owner, aged FROM vault_new JOIN vault ON vault.reference = vault_new.reference
             WHERE substr(vault_new.reference, 1, ?) = ? ORDER BY vault_new.reference`,
          )
          .all(prefix.length, prefix),
      );
      const listed = rows.map(({ reference, owner, aged }) => ({
        reference: String(reference),
        owner: String(owner),
        aged: aged === 1,
      }));
      const young = listed.filter(({ aged }) => !aged).map(({ reference }) => reference);
      const grow = db.prepare("UPDATE vault_new SET aged = 1 WHERE reference = ?");
      await writeAll(young, (reference) => grow.run(reference).changes);
      return listed.filter(({ aged }) => aged).map(({ reference, owner }) => ({ reference, owner }));
    },
    async markReferenced(references) {
      const drop = db.prepare("DELETE FROM vault_new WHERE reference = ?");
      await writeAll(references, (reference) => drop.run(reference).changes);
    },
    async eraseUnreferenced(references) {
      const drop = db.prepare(
        "DELETE FROM vault WHERE reference IN (SELECT reference FROM vault_new WHERE reference = ? AND aged = 1)",
      );
      const erased = await writeAll(references, (reference) => drop.run(reference).changes);
      db.truncateLogSoon();
      return erased;
    },
    async readAll(references) {
      const values = new Map<string, string>();
      for (const portion of splitIntoChunks(references, valuesPerWrite)) {
        if (values.size > 0) await yieldToEventLoop();
        await db.read(() => {
          for (const reference of portion) {
            const row = db.prepare("SELECT * FROM vault WHERE reference = ?").get(reference);
            if (row) values.set(reference, open(reference, row));
          }
        });
      }
      return values;
    },
    read: (reference) =>
      db.read(() => {
        const row = db.prepare("SELECT * FROM vault WHERE reference = ?").get(reference);
        if (!row) return Erased;
        return open(reference, row);
      }),
    async erase(reference) {
      const { changes } = await db.write(() => db.prepare("DELETE FROM vault WHERE reference = ?").run(reference));
      db.truncateLogSoon();
      return changes > 0;
    },
    async eraseOwner(owner) {
      const { changes } = await db.write(() => db.prepare("DELETE FROM vault WHERE owner = ?").run(owner));
      // This also purges earlier deletions, such as those of state entries.
      db.truncateLogSoon();
      return Number(changes);
    },
    async findMatching(owner, prefix, holds) {
      const matches: string[] = [];
      for (let after = ""; ; await yieldToEventLoop()) {
        const rows = await db.read(() =>
          db
            .prepare(
              `SELECT * FROM vault
               WHERE owner = ? AND reference > ? AND substr(reference, 1, ?) = ? ORDER BY reference ${limitClause}`,
            )
            .all(owner, after, prefix.length, prefix, valuesPerWrite),
        );
        for (const row of rows) {
          after = String(row.reference);
          if (holds(open(after, row))) matches.push(after);
        }
        if (rows.length < valuesPerWrite) return matches;
      }
    },
    sign,
  };
};

const wrongKey = (file: string): Error =>
  new MasterKeyUnusable(
    `The master key is not the one ${file} was written with. Set MASTER_KEY to that one, or restore its master.key.`,
  );

/**
 * Checks the key without recording it.
 * @throws the database was written under another master key
 */
export const assertKey = (db: Database, masterKey: Uint8Array): void => {
  const known = db.prepare("SELECT proof FROM vault_key").get()?.proof;
  if (known !== undefined && known !== createVaultCipher(masterKey).proof) throw wrongKey(db.file);
};

/** Records a proof of the key at first use and compares it later, so that a wrong key is reported at startup. */
const proveKey = (db: Database, proof: string): void => {
  const known = blockUntilFree(db.file, () => {
    db.prepare("INSERT INTO vault_key (id, proof) VALUES (1, ?) ON CONFLICT (id) DO NOTHING").run(proof);
    return db.prepare("SELECT proof FROM vault_key").get()?.proof;
  });
  if (known !== proof) throw wrongKey(db.file);
};
