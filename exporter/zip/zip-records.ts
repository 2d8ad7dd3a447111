/** Records of a ZIP file (APPNOTE 6.3): sizes and offsets beyond 4 GiB in ZIP64 form, times fixed. */

export type ZipEntry = {
  /** ASCII name. */
  name: string;
  crc: number;
  compressed: number;
  uncompressed: number;
  /** Offset of its local header. */
  offset: number;
  /** Set if uncompressed, with sizes in the local header: otherwise stream readers couldn't find its end. */
  stored?: true;
};

/** Placeholders in plain records for values in the ZIP64 ones. */
const zip64Placeholder = 0xffff_ffff;
const zip64EntriesPlaceholder = 0xffff;

/** Sizes and offsets (bytes), or entries, from which ZIP64 is used. Lower in tests. */
export type ZipLimits = { bytes: number; entries: number };
export const zipLimits: ZipLimits = { bytes: zip64Placeholder, entries: zip64EntriesPlaceholder };

/** 1 January 1980, midnight: ZIP's earliest time. */
const fixedTime = 0;
const fixedDate = 0x0021;
const deflateMethod = 8;
const storeMethod = 0;
/** Flag: sizes and checksum follow the data. */
const descriptorFlag = 0x0008;

const versionOf = (zip64: boolean): number => (zip64 ? 45 : 20);
const plain = (value: number, limits: ZipLimits): number => (value >= limits.bytes ? zip64Placeholder : value);

/** Record before a part's data. `stored`: uncompressed. */
export const localHeader = (name: string, stored?: Pick<ZipEntry, "crc" | "uncompressed">): Buffer => {
  const record = Buffer.alloc(30 + name.length);
  record.writeUInt32LE(0x04034b50, 0);
  // The part may exceed 4 GiB, and Excel 'repairs' a file that declares a lower version for it.
  record.writeUInt16LE(versionOf(true), 4);
  record.writeUInt16LE(stored ? 0 : descriptorFlag, 6);
  record.writeUInt16LE(stored ? storeMethod : deflateMethod, 8);
  record.writeUInt16LE(fixedTime, 10);
  record.writeUInt16LE(fixedDate, 12);
  // Otherwise checksum and sizes are in the descriptor.
  if (stored) {
    record.writeUInt32LE(stored.crc, 14);
    record.writeUInt32LE(stored.uncompressed, 18);
    record.writeUInt32LE(stored.uncompressed, 22);
  }
  record.writeUInt16LE(name.length, 26);
  record.write(name, 30, "latin1");
  return record;
};

export const dataDescriptor = (entry: ZipEntry, limits = zipLimits): Buffer => {
  const big = entry.compressed >= limits.bytes || entry.uncompressed >= limits.bytes;
  const record = Buffer.alloc(big ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(entry.crc, 4);
  if (big) {
    record.writeBigUInt64LE(BigInt(entry.compressed), 8);
    record.writeBigUInt64LE(BigInt(entry.uncompressed), 16);
  } else {
    record.writeUInt32LE(entry.compressed, 8);
    record.writeUInt32LE(entry.uncompressed, 12);
  }
  return record;
};

export const centralHeader = (entry: ZipEntry, limits = zipLimits): Buffer => {
  const { name, crc, compressed, uncompressed, offset, stored } = entry;
  // ZIP64 has only the values that don't fit, in this order.
  const bigValues = [uncompressed, compressed, offset].filter((value) => value >= limits.bytes);
  const extra = bigValues.length === 0 ? 0 : 4 + 8 * bigValues.length;
  const record = Buffer.alloc(46 + name.length + extra);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(versionOf(extra > 0), 4);
  record.writeUInt16LE(versionOf(extra > 0), 6);
  record.writeUInt16LE(stored ? 0 : descriptorFlag, 8);
  record.writeUInt16LE(stored ? storeMethod : deflateMethod, 10);
  record.writeUInt16LE(fixedTime, 12);
  record.writeUInt16LE(fixedDate, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(plain(compressed, limits), 20);
  record.writeUInt32LE(plain(uncompressed, limits), 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra, 30);
  record.writeUInt32LE(plain(offset, limits), 42);
  record.write(name, 46, "latin1");
  if (extra > 0) {
    const at = 46 + name.length;
    record.writeUInt16LE(0x0001, at);
    record.writeUInt16LE(extra - 4, at + 2);
    for (const [index, value] of bigValues.entries()) record.writeBigUInt64LE(BigInt(value), at + 4 + 8 * index);
  }
  return record;
};

/** Writes the end records, in ZIP64 form if the directory lies beyond 4 GiB. */
export const endOfCentralDirectory = (
  directory: { entries: number; size: number; offset: number },
  limits = zipLimits,
): Buffer => {
  const { entries, size, offset } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = entries >= limits.entries ? zip64EntriesPlaceholder : entries;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(plain(size, limits), 12);
  end.writeUInt32LE(plain(offset, limits), 16);
  if (entries < limits.entries && size < limits.bytes && offset < limits.bytes) return end;
  const end64 = Buffer.alloc(56 + 20);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(offset + size), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, end]);
};
