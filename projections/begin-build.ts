import {
  type Build,
  changeBuilds,
  findBuild,
  isComplete,
  readBuilds,
  toVersionedName,
  withBuild,
} from "#application/read-models/builds.ts";
import { parkedIn } from "#application/read-models/parked.ts";
import { defineAdministration } from "#domain/read-models/administration.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import { findDisagreement, HistoryDiffers } from "#infra/ports/stores/history.ts";
import { createLeaseLostError, type Holding, mayBeLive, type Watch } from "./hold-build.ts";

/** @throws {LeaseLost} */
const assertOurs = (isOurs: boolean, { projection }: Holding): void => {
  if (!isOurs) throw createLeaseLostError(projection);
};

/**
 * Prepares a claimed build's collections, and refuses other holders' checkpoints. Returns the position to continue
 * from, undefined for the start.
 * @throws {HistoryDiffers} a checkpoint of the projection belongs to another history than the event store's (D-5)
 * @throws {LeaseLost}
 */
export const beginBuild = async (holding: Holding, build: Build): Promise<Position | undefined> => {
  const { projection, readStore, eventStore } = holding;
  const { version, fence } = build;
  const { name } = projection;
  const administration = defineAdministration(name);
  const { collection, contents } = projection;
  const collections = [administration, collection, ...(contents ? [contents] : [])].map((definition) => ({
    ...definition,
    name: toVersionedName(definition.name, version),
  }));
  await readStore.ensureCollections(collections);
  const own = toVersionedName(name, version);
  for (const [key, checkpoint] of await readStore.checkpoints()) {
    if (key.split("@")[0] !== name) continue;
    const disagreement = await findDisagreement(checkpoint, eventStore);
    if (disagreement) throw HistoryDiffers.of(`The read models of ${name}`, disagreement);
  }
  const checkpoint = build.begun ? await readStore.readCheckpoint(own) : undefined;
  assertOurs(await readStore.writeCheckpoint(own, checkpoint, { fence }), holding);
  if (build.begun) return checkpoint?.position;

  // This comes last: if killed before, the build starts again.
  for (const collection of collections) await readStore.clear(collection.name, { fence });
  const builds = await changeBuilds(readStore, name, (current) => withBuild(current, build, { begun: true }));
  assertOurs(findBuild(builds, version)?.fence === fence, holding);
  return undefined;
};

/** Says which live documents this version could not make. */
const findRegressions = async ({ projection, readStore }: Holding, build: Build): Promise<string | undefined> => {
  const { name } = projection;
  const { live } = await readBuilds(readStore, name);
  if (live === null || live === build.version) return undefined;
  const upTo = (await readStore.readCheckpoint(toVersionedName(name, live)))?.position ?? "";
  const before = await parkedIn(readStore, name, live);
  const [...worse] = [...(await parkedIn(readStore, name, build.version))].filter(
    ([key, { position }]) => position <= upTo && !before.has(key),
  );
  const [first] = worse;
  if (!first) return undefined;
  const [key, { document }] = first;
  return `Version ${build.version} of the read models of ${name} cannot make ${worse.length} of its documents, which version ${live} has (the first is ${key}: ${document.reason}). Version ${live} is still shown. Go back to the previous version of Sheaf, or on to one that fixes this.`;
};

/**
 * Makes a build live that has seen all events from before its claim. If it is worse than the live one, returns the
 * reason.
 * @throws {LeaseLost}
 */
export const completeBuild = async (holding: Holding, build: Build, watch: Watch): Promise<string | undefined> => {
  const { projection, readStore } = holding;
  const known = await readBuilds(readStore, projection.name);
  const mine = findBuild(known, build.version);
  if (known.live === build.version && mine?.fence === build.fence && isComplete(mine)) return undefined;
  const why = await findRegressions(holding, build);
  if (why !== undefined) return why;
  const builds = await changeBuilds(readStore, projection.name, (current) => {
    const next = withBuild(current, build, { upTo: null });
    return next && { ...next, live: mayBeLive(current, build.version, watch) ? build.version : current.live };
  });
  assertOurs(findBuild(builds, build.version)?.fence === build.fence, holding);
  return undefined;
};
