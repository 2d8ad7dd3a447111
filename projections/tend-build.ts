import { setTimeout as sleep } from "node:timers/promises";
import { failpoint } from "#application/process/failpoint.ts";
import { type Build, type Builds, changeBuilds, toVersionedName } from "#application/read-models/builds.ts";
import { readersGrace } from "#application/read-models/serve.ts";
import { defineAdministration } from "#domain/read-models/administration.ts";
import { defineContents } from "#domain/read-models/documents.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { WriterCheckpoint } from "#infra/ports/stores/read-store.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";
import { createLeaseLostError, type Holding, tendRegister, type Watch } from "./hold-build.ts";

/** Removes the documents of versions that readers can no longer use. */
const createDropping = ({ projection, readStore, now }: Holding, grace: number) => {
  const since = new Map<number, number>();
  const { name } = projection;
  return async ({ leaving }: Builds): Promise<void> => {
    for (const { version, fence } of leaving) {
      const first = since.get(fence) ?? now();
      since.set(fence, first);
      if (now() - first < grace) continue;
      failpoint(`projection:${name}:before-drop`);
      // The checkpoint goes first: documents without one are never continued from.
      await readStore.writeCheckpoint(toVersionedName(name, version), undefined, { fence });
      await readStore.drop(toVersionedName(name, version), { fence });
      for (const companion of [defineContents(name), defineAdministration(name)])
        await readStore.drop(toVersionedName(companion.name, version), { fence });
      failpoint(`projection:${name}:after-drop`);
      await changeBuilds(readStore, name, (builds) => ({
        ...builds,
        leaving: builds.leaving.filter((other) => other.fence !== fence),
      }));
    }
  };
};

/**
 * Renews a build's lease and removes old versions, until the signal aborts. `grace`: ms that documents outlive their
 * version, for its readers. `following`: where the holder left the read store, checked at each renewal, as there may be
 * no writes for long.
 * @throws {LeaseLost} another process has claimed it
 * @throws {StoreDamaged} the read store is behind `following`
 */
export const tendBuild = async (
  holding: Holding,
  build: Build,
  watch: Watch,
  {
    signal,
    grace = readersGrace,
    following,
  }: { signal: AbortSignal; grace?: number | undefined; following: () => WriterCheckpoint | undefined },
): Promise<void> => {
  const { projection, readStore, lease } = holding;
  const drop = createDropping(holding, grace);

  const round = async (): Promise<void> => {
    const checkpoint = following();
    if (checkpoint) await readStore.apply([], { fence: build.fence, following: checkpoint });
    let lost = false;
    const builds = await changeBuilds(readStore, projection.name, (current) => {
      const next = tendRegister(current, build, watch);
      lost = next === undefined;
      return next;
    });
    if (lost) throw createLeaseLostError(projection);
    if (builds.live === build.version) await drop(builds);
  };

  for (;;) {
    await sleep(computeMsUntilTick(lease.every), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await round().catch((error: unknown) => {
      // Other writers probably cannot write now either. If one can, our writes are refused.
      if (!(error instanceof StoreUnwritable || error instanceof StoreBusy)) throw error;
    });
  }
};
