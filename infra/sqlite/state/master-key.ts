import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../../folder/sync-folder.ts";
import { assertNoLink } from "../files/store-identity.ts";
import { hasEncryptedValuesInFile } from "./encrypted-values.ts";

/** The message says what to do. */
export class MasterKeyUnusable extends Error {
  override name = "MasterKeyUnusable";
}

export const getKeyFilePath = (dataDir: string): string => join(dataDir, "master.key");

/**
 * The configured key (32 bytes in base64), or the data folder's `master.key`, made at first start (mode 0600);
 * concurrent starts get the same. None is made beside a `state.db` with encrypted values.
 * @throws {MasterKeyUnusable} not 32 bytes, or missing
 * @throws {StoreMisplaced} `master.key` is a dangling link
 */
export const loadMasterKey = (dataDir: string, configured?: string, state?: string): Buffer => {
  if (configured !== undefined) return decode(configured, "MASTER_KEY");
  const file = getKeyFilePath(dataDir);
  if (!existsSync(file)) {
    assertNoLink(file);
    if (state !== undefined && hasEncryptedValuesInFile(state) && !existsSync(file))
      throw new MasterKeyUnusable(
        `${file} is missing, and ${state} was written with it. Restore it, or set MASTER_KEY to that key.`,
      );
    makeKey(dataDir, file);
  }
  if (statSync(file).isDirectory())
    throw new MasterKeyUnusable(`${file} is a folder. Restore the key file there, or set MASTER_KEY to that key.`);
  return decode(readFileSync(file, "utf8"), file);
};

/** Written elsewhere, then linked: a link doesn't replace, so the first process wins. */
const makeKey = (dataDir: string, file: string): void => {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeSync(handle, `${randomBytes(32).toString("base64")}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    syncFolder(dataDir);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    // Removes even a draft for which the disk had no room.
    rmSync(draft, { force: true });
  }
};

const decode = (text: string, where: string): Buffer => {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw new MasterKeyUnusable(`${where} must hold 32 bytes in base64. Restore the right key.`);
  return key;
};
