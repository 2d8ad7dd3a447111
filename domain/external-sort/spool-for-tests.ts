import type { SpillOptions, Spool } from "./spool.ts";

/** A spool in memory that counts its runs. Records come back a few at a time, as blocks of a disk would. */
export const spoolForTests = (recordsAtOnce = 2): Spool & { begun(): number } => {
  let begun = 0;
  let bytes = 0;
  return {
    begun: () => begun,
    bytes: () => bytes,
    async begin() {
      begun += 1;
      const records: string[] = [];
      return {
        append(record) {
          if (record.includes("\n")) throw new Error("A record is one line.");
          records.push(record);
          bytes += record.length;
        },
        end: async () => ({
          async *read() {
            for (let at = 0; at < records.length; at += recordsAtOnce) yield records.slice(at, at + recordsAtOnce);
          },
          async remove() {
            for (const { length } of records.splice(0)) bytes -= length;
          },
        }),
      };
    },
  };
};

export const spillOptionsForTests = (spillAfter: number, spool: Spool = spoolForTests()): SpillOptions => ({
  spool,
  spillAfterBytes: spillAfter,
  bytesAtMost: Number.POSITIVE_INFINITY,
  yieldToEventLoop: () => undefined,
});
