import { setTimeout as sleep } from "node:timers/promises";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

/**
 * Waits until read models reach a position (D-5, read your own writes). `names`: of their collections. False after
 * `timeout` ms (default 2,000) or on abort; then mark the response as stale.
 */
export const awaitPosition = async (options: {
  readModels: Pick<ServedReadModels, "hasSeen">;
  names: readonly string[];
  position: Position;
  /** Tenant whose documents count; default: all. */
  tenant?: string | undefined;
  timeout?: number;
  signal?: AbortSignal;
}): Promise<boolean> => {
  const { readModels, names, position, tenant, signal } = options;
  const deadline = performance.now() + (options.timeout ?? 2_000);
  let waiting = [...new Set(names)];
  for (let pause = 2; ; pause = Math.min(pause * 2, 25)) {
    const seen = await Promise.all(waiting.map((name) => readModels.hasSeen(name, position, tenant)));
    waiting = waiting.filter((_, index) => !seen[index]);
    if (waiting.length === 0) return true;
    const left = deadline - performance.now();
    if (left <= 0 || signal?.aborted) return false;
    await sleep(Math.min(pause, left), undefined, signal && { signal }).catch(() => undefined);
  }
};
