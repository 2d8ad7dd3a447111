import type { Log } from "#infra/ports/log.ts";
import { StreamDamaged } from "#infra/ports/store-errors.ts";

/** Works on one of many streams. If it is damaged, logs that and returns undefined, so the work on others goes on. */
export const skipIfDamaged = async <T>(log: Pick<Log, "error">, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamDamaged)) throw error;
    log.error({ err: error }, error.message);
    return undefined;
  }
};
