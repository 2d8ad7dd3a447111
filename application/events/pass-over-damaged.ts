import { StreamDamaged } from "#infra/ports/busy.ts";
import type { Log } from "#infra/ports/log.ts";

/** Does what concerns one stream, in work for many. If that stream is damaged it says so and answers undefined, so that the others go on. */
export const passOverDamaged = async <T>(log: Pick<Log, "error">, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamDamaged)) throw error;
    log.error({ err: error }, error.message);
    return undefined;
  }
};
