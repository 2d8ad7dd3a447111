import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ProjectionProgress } from "./run-projection.ts";

/** Sent to the supervisor every 2 s. */
export type ProjectionsStatus = {
  kind: "status";
  part: "projections";
  projections: ({ name: string } & ProjectionProgress)[];
};

/** Who waits for the disk tries twice a second; one that was not met for so long is over, ms. */
const overAfter = 3_000;

/** Keeps the newest progress of each projection that this process is to do. `steady`: ms of a clock that nobody sets. */
export const createStatus = (all: readonly string[], steady: () => number = () => performance.now()) => {
  let names = all;
  const latest = new Map<string, ProjectionProgress>();
  const waits = new Map<string, number>();
  return {
    /** From now on it does these. */
    expect: (wanted: readonly string[]) => {
      names = wanted;
      for (const name of latest.keys()) if (!names.includes(name)) latest.delete(name);
    },
    held: (): ReadonlyMap<string, ProjectionProgress> => latest,
    note: (name: string, progress: ProjectionProgress) => void latest.set(name, progress),
    noteWait: ({ message }: Error) => void waits.set(message, steady()),
    /** What read models wait for now, in sentences. */
    waits: (): string[] => [...waits].flatMap(([sentence, at]) => (steady() - at < overAfter ? [sentence] : [])),
    /** True once every projection is ready and has seen a position; without one, once all are ready. */
    caughtUp: (head: Position | undefined): boolean =>
      names.every((name) => {
        const progress = latest.get(name);
        return progress !== undefined && (head === undefined || (progress.position ?? "") >= head);
      }),
    /** Why what was built anew is not shown, in sentences. */
    failures: (): string[] => [...latest.values()].flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
    current: (): ProjectionsStatus => ({
      kind: "status",
      part: "projections",
      projections: [...latest].map(([name, progress]) => ({ name, ...progress })),
    }),
  };
};
