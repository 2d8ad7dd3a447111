import { DestinationKind } from "#domain/enumerations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";

/** The file behind a public URL (R-48). Rebuilt from runs' events. */
export type Publication = {
  tenant: string;
  automationId: string;
  runId: string;
  exportId: string;
  /** End of the file's period, ISO UTC. */
  until: string;
  at: string;
};

const keyOf = (token: string): string => `public-report:${token}`;
const byExport = "publishedExport";

/** Compares by period, then by time, so a late report never replaces a newer one. */
const isLater = (one: Publication, other: Publication): boolean => {
  const rank = ({ until, at, runId }: Publication) => [Date.parse(until), Date.parse(at), runId] as const;
  const [mine, others] = [rank(one), rank(other)];
  const index = mine.findIndex((value, n) => value !== others[n]);
  return index >= 0 && (mine[index] ?? 0) > (others[index] ?? 0);
};

/** Keeps a later file at the address. `token`: from `publicToken`. Idempotent. */
export const publish = async (stateStore: StateStore, token: string, publication: Publication): Promise<void> => {
  for (;;) {
    const held = await stateStore.get<Publication>(keyOf(token));
    if (held && !isLater(publication, held.value)) return;
    const index = { [byExport]: publication.exportId };
    try {
      await stateStore.put(keyOf(token), publication, { ifVersion: held?.version ?? 0, index });
      return;
    } catch (error) {
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};

export const publicationAt = async (
  stateStore: Pick<StateStore, "get">,
  token: string,
): Promise<Publication | undefined> => (await stateStore.get<Publication>(keyOf(token)))?.value;

/**
 * True if the file is its report's current public one, which stays until replaced, and the public link is still
 * in use.
 */
export const isPublished = async (
  { stateStore, runner }: { stateStore: Pick<StateStore, "find">; runner: Pick<CommandRunner, "load"> },
  exportId: string,
): Promise<boolean> => {
  const [entry] = await stateStore.find<Publication>(byExport, exportId, 1);
  if (!entry) return false;
  const { tenant, automationId } = entry.value;
  const { state } = await runner.load(workspaceDecider, tenant);
  const automation = state.automations.find((one) => one.automationId === automationId);
  return automation?.destination.kind === DestinationKind.PublicUrl;
};
