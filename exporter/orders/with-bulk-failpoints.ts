import { failpoint } from "#application/process/failpoint.ts";
import type { BulkStorage } from "#infra/ports/store-platform.ts";

export const withBulkFailpoints = ({ workFiles, spool }: BulkStorage): BulkStorage => ({
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
