/**
 * Read models may be kept in parts: each has the documents of its own tenants, in collections, a checkpoint and a register of its own, as if it
 * were a read model by itself (ADR 89). How many there are is fixed: another number is another read model.
 */
export type Part = { index: number; of: number };

/** One where all read models are in a file, which one process writes; four where any number of processes may write. */
export const partsIn = ({ MONGODB_URL }: { MONGODB_URL?: string | undefined }): number =>
  MONGODB_URL === undefined ? 1 : 4;

export const partsOf = (of: number): Part[] => Array.from({ length: of }, (_, index) => ({ index, of }));

/** The name of a part of a read model: `exports-2of4`, or `exports` where it is the whole. */
export const namePart = (name: string, { index, of }: Part): string =>
  of === 1 ? name : `${name}-${index + 1}of${of}`;

/** Which part has the documents of a tenant: FNV-1a, which spreads names that are alike. Never to be changed. */
export const partOfTenant = (tenant: string, of: number): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(tenant)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % of;
};
