import { failpoint } from "#infra/app/failpoint.ts";
import type { WorkFiles } from "#infra/ports/work-files.ts";

/** Work files for reading the orders of one export in bulk: the first takes the download, all others take what is sorted. Each piece is a moment to die at. */
export const passingWorkFiles = (workFiles: WorkFiles): WorkFiles => {
  let created = 0;
  return {
    create: async () => {
      const file = await workFiles.create();
      created += 1;
      const moment = created === 1 ? "export:bulk-downloading" : "export:bulk-sorting";
      return {
        ...file,
        write: async (bytes) => {
          await file.write(bytes);
          failpoint(moment);
        },
      };
    },
  };
};
