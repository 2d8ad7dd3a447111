/**
 * A partition has the documents of its tenants, with its own collections, checkpoint and register (ADR 89). The number
 * of partitions is fixed; another number makes another read model.
 */
export type Partition = { index: number; of: number };

/**
 * Number of partitions: one if read models are in a file, which has a single writer; four if any number of processes
 * may write.
 */
export const getPartitionCount = ({ MONGODB_URL }: { MONGODB_URL?: string | undefined }): number =>
  MONGODB_URL === undefined ? 1 : 4;

export const createPartitions = (of: number): Partition[] => Array.from({ length: of }, (_, index) => ({ index, of }));

/** Name of a partition: `exports-2of4`, or `exports` for a single one. */
export const namePartition = (name: string, { index, of }: Partition): string =>
  of === 1 ? name : `${name}-${index + 1}of${of}`;

/** Partition of a tenant, by FNV-1a, which spreads similar names. Never change it. */
export const findPartition = (tenant: string, of: number): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(tenant)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % of;
};
