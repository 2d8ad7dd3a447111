import { DestinationKind } from "#domain/enumerations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";

/**
 * The file to which a public address leads. `until`: where its period ends, `at`: when it was published; ISO UTC. All of it is in events
 * of runs, so that hearing them again makes it anew.
 */
export type Publication = {
  tenant: string;
  automationId: string;
  runId: string;
  exportId: string;
  until: string;
  at: string;
};

const keyOf = (token: string): string => `public-report:${token}`;
const byExport = "publishedExport";

/** By what they are of, and then by when: a report of skipped time never takes the place of a newer one, in whichever order events are heard. */
const isLater = (one: Publication, other: Publication): boolean => {
  const rank = ({ until, at, runId }: Publication) => [Date.parse(until), Date.parse(at), runId] as const;
  const [mine, others] = [rank(one), rank(other)];
  const place = mine.findIndex((value, n) => value !== others[n]);
  return place >= 0 && (mine[place] ?? 0) > (others[place] ?? 0);
};

/** Lets an address lead to a file, unless it leads to a later one. `token`: of `publicToken`. May be repeated. */
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

/** Undefined of an address that leads nowhere. */
export const publicationAt = async (
  stateStore: Pick<StateStore, "get">,
  token: string,
): Promise<Publication | undefined> => (await stateStore.get<Publication>(keyOf(token)))?.value;

/** Whether a file is the one that its report's public address leads to, and the report still has one: such a file stays until it is replaced. */
export const standsPublicly = async (
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
