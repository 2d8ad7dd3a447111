import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotCheckFile } from "./check-file.ts";
import { headerBytes, headerMagic } from "./file-header.ts";
import { readStart } from "./read-whole-file.ts";

/** Fixed bytes 21 to 23 of every sound header. */
const fixed = Buffer.from([64, 32, 32]);

/** Highest numbers that our SQLite knows. */
const supportedFormats = { fileFormat: 2, schemaFormat: 4 };

/** Our SQLite's version, spelled as in a header: 3050004 for 3.50.4. */
const ownNumber = (): number => {
  const db = new DatabaseSync(":memory:");
  try {
    const { version } = db.prepare("SELECT sqlite_version() AS version").get() ?? {};
    const [major = 0, minor = 0, patch = 0] = String(version).split(".").map(Number);
    return major * 1_000_000 + minor * 1_000 + patch;
  } finally {
    db.close();
  }
};

/**
 * SQLite calls a newer version's file damaged or read-only. The header must name a newer SQLite, too: a wrong byte
 * alone is damage.
 * @throws {CannotCheckFile} a newer SQLite wrote it
 */
export const assertNotOfNewerSqlite = (file: string): void => {
  const head = readStart(file, headerBytes);
  if (head.length < headerBytes || head.toString("latin1", 0, headerMagic.length) !== headerMagic) return;
  if (!head.subarray(21, 24).equals(fixed)) return;
  const [toWrite, toRead, schema] = [head.readUInt8(18), head.readUInt8(19), head.readUInt32BE(44)];
  if (Math.max(toWrite, toRead) <= supportedFormats.fileFormat && schema <= supportedFormats.schemaFormat) return;
  if (head.readUInt32BE(96) <= ownNumber()) return;
  throw new CannotCheckFile(
    `${file} was written by a newer version of SQLite, probably by a newer version of Sheaf. Start or repair it with that version, or restore ${basename(file)} from a backup. Nothing was changed.`,
  );
};
