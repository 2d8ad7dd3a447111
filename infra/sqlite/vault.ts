import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { Erased, type Vault } from "../ports/vault.ts";
import type { Database } from "./database.ts";
import { patiently } from "./database.ts";
import { createKeyring } from "./keyring.ts";

const tagBytes = 16;

/**
 * Secrets and personal values in `state.db`, each sealed by AES-256-GCM and bound to its reference and owner.
 * @throws when the database was written under another master key
 */
export const createSqliteVault = (db: Database, masterKey: Uint8Array): Vault => {
  const keys = createKeyring(masterKey);
  proveKey(db, keys.sign("key-proof", "sheaf"));
  const context = (reference: string, owner: string): Buffer => Buffer.from(JSON.stringify([reference, owner]));
  const lookupOf = (owner: string, text: string): string =>
    keys.sign("vault-lookup", JSON.stringify([owner, text.trim().normalize("NFC").toLowerCase()]));

  const seal = (reference: string, owner: string, value: string): { nonce: Buffer; sealed: Buffer } => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keys.derive("vault-values"), nonce).setAAD(context(reference, owner));
    return { nonce, sealed: Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]) };
  };
  const unseal = (reference: string, owner: string, nonce: Uint8Array, sealed: Uint8Array): string => {
    const decipher = createDecipheriv("aes-256-gcm", keys.derive("vault-values"), nonce, { authTagLength: tagBytes })
      .setAAD(context(reference, owner))
      .setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new Error(`Vault row ${reference} was altered or sealed with another master key.`, { cause });
    }
  };

  return {
    async put(value, { owner, lookup, reference = `vault-${randomUUID()}` }) {
      const { nonce, sealed } = seal(reference, owner, value);
      const key = lookup === undefined ? null : lookupOf(owner, lookup);
      const { changes } = await db.write(() =>
        db
          .prepare(
            `INSERT INTO vault (reference, owner, lookup, nonce, sealed) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (reference) DO UPDATE SET lookup = excluded.lookup, nonce = excluded.nonce, sealed = excluded.sealed
             WHERE owner = excluded.owner`,
          )
          .run(reference, owner, key, nonce, sealed),
      );
      if (changes === 0) throw new Error(`Vault reference ${reference} belongs to another owner. Use a new reference.`);
      return reference;
    },
    read: (reference) =>
      db.read(() => {
        const row = db.prepare("SELECT owner, nonce, sealed FROM vault WHERE reference = ?").get(reference);
        if (!row) return Erased;
        return unseal(reference, String(row.owner), row.nonce as Uint8Array, row.sealed as Uint8Array);
      }),
    erase: (reference) =>
      db.write(() => db.prepare("DELETE FROM vault WHERE reference = ?").run(reference).changes > 0),
    eraseOwner: (owner) => db.write(() => Number(db.prepare("DELETE FROM vault WHERE owner = ?").run(owner).changes)),
    find: (owner, lookup) =>
      db.read(() =>
        db
          .prepare("SELECT reference FROM vault WHERE owner = ? AND lookup = ? ORDER BY reference LIMIT 1000")
          .all(owner, lookupOf(owner, lookup))
          .map((row) => String(row.reference)),
      ),
    sign: keys.sign,
  };
};

/** Notes the key at first use and compares later: a wrong key must stop the start, not garble the first read. */
const proveKey = (db: Database, proof: string): void => {
  const known = patiently(() => {
    db.prepare("INSERT INTO vault_key (id, proof) VALUES (1, ?) ON CONFLICT (id) DO NOTHING").run(proof);
    return db.prepare("SELECT proof FROM vault_key").get()?.proof;
  });
  if (known !== proof) {
    throw new Error(
      `The master key is not the one ${db.file} was written with. Set MASTER_KEY to that one, or put its master.key back.`,
    );
  }
};
