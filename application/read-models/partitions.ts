/**
 * Partition of a read model: the documents of its own tenants, with its own collections, checkpoint and register (ADR
 * 89). The number of parts is fixed; another number is another read model.
 */
export type Partition = { index: number; of: number };

/** Returns 1 if all read models are in a file with a single writer; four if any number of processes may write. */
export const getPartitionCount = ({ MONGODB_URL }: { MONGODB_URL?: string | undefined }): number =>
  MONGODB_URL === undefined ? 1 : 4;

export const createPartitions = (of: number): Partition[] => Array.from({ length: of }, (_, index) => ({ index, of }));

/** Returns the name of a part: `exports-2of4`, or `exports` if it is the only one. */
export const namePartition = (name: string, { index, of }: Partition): string =>
  of === 1 ? name : `${name}-${index + 1}of${of}`;

/** Finds the part for a tenant, by FNV-1a, which spreads similar names. Never change it. */
export const findPartition = (tenant: string, of: number): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(tenant)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % of;
};
