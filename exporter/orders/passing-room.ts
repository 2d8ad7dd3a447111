import { failpoint } from "#application/process/failpoint.ts";
import type { BulkRoom } from "#infra/ports/store-platform.ts";

/** The room of an export whose orders are read in bulk: each piece of the download and each record that is sorted is a moment to die at. */
export const passingRoom = ({ workFiles, spool }: BulkRoom): BulkRoom => ({
  workFiles: {
    create: async () => {
      const file = await workFiles.create();
      return {
        ...file,
        write: async (bytes) => {
          await file.write(bytes);
          failpoint("export:bulk-downloading");
        },
      };
    },
  },
  spool: {
    ...spool,
    begin: async () => {
      const run = await spool.begin();
      return {
        ...run,
        append: (record) => {
          failpoint("export:bulk-sorting");
          return run.append(record);
        },
      };
    },
  },
});
