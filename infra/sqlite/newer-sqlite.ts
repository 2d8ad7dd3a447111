import { basename } from "node:path";
import { headBytes, magic } from "./file-head.ts";
import { CannotLook } from "./look-through.ts";
import { readStart } from "./read-through.ts";

/** Three bytes of the head that are the same in every file; a torn head has others. */
const fixed = Buffer.from([64, 32, 32]);

/** The highest numbers that our SQLite knows. */
const known = { fileFormat: 2, schemaFormat: 4 };

/**
 * Sees that our SQLite can read and write a file, by the numbers in its head. SQLite itself calls a file of a newer version damaged or read-only.
 * @throws {CannotLook} a newer SQLite wrote it
 */
export const assertNotOfNewerSqlite = (file: string): void => {
  const head = readStart(file, headBytes);
  if (head.length < headBytes || head.toString("latin1", 0, magic.length) !== magic) return;
  if (!head.subarray(21, 24).equals(fixed)) return;
  const [toWrite, toRead, schema] = [head.readUInt8(18), head.readUInt8(19), head.readUInt32BE(44)];
  if (Math.max(toWrite, toRead) <= known.fileFormat && schema <= known.schemaFormat) return;
  throw new CannotLook(
    `${file} was written by a newer version of SQLite, probably by a newer version of Sheaf. Start or repair it with that version, or put ${basename(file)} back from a backup. Nothing was changed.`,
  );
};
