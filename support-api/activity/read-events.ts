import type { ActivityDocument } from "#domain/read-models/documents.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ConsoleDeps } from "../deps.ts";

type EventPosition = Pick<ActivityDocument, "stream" | "version">;

/** Largest gap between events read together: most of a page are edits of one workspace. */
const maxGap = 20;
/** Maximum events per read: each may have up to 900 kB. */
const maxEventsPerRead = 100;

export const positionKey = ({ stream, version }: EventPosition): string => `${stream}:${version}`;

/** Runs of ascending versions with small gaps. */
const groupVersions = (versions: readonly number[]): number[][] => {
  const runs: number[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    const [first = version, last = version] = [run?.[0], run?.at(-1)];
    if (run && version - last <= maxGap && version - first < maxEventsPerRead) run.push(version);
    else runs.push([version]);
  }
  return runs;
};

export const readEvents = async (
  { eventStore }: Pick<ConsoleDeps, "eventStore">,
  places: readonly EventPosition[],
): Promise<Map<string, RecordedEvent>> => {
  const byStream = Map.groupBy(places, ({ stream }) => stream);
  const reads = [...byStream].flatMap(([stream, of]) =>
    groupVersions(of.map(({ version }) => version).sort((one, other) => one - other)).map((run) => ({ stream, run })),
  );
  const found = await Promise.all(
    reads.map(({ stream, run }) => {
      const [first = 0, last = first] = [run[0], run.at(-1)];
      return eventStore.readStream(stream, { fromVersion: first, limit: last - first + 1 });
    }),
  );
  return new Map(found.flat().map((event) => [positionKey(event), event]));
};
