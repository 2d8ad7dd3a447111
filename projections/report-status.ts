import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ProjectionProgress } from "./run-projection.ts";

/** Sent to the supervisor every 2 s. */
export type ProjectionsStatus = {
  kind: "status";
  part: "projections";
  projections: ({ name: string } & ProjectionProgress)[];
};

/** Age after which a wait counts as over, ms. Waits for the disk are reported twice a second. */
const waitTimeout = 3_000;

/** Keeps the latest progress of each projection of this process. `steady`: steady time, ms. */
export const createStatusReport = (all: readonly string[], steady: () => number = () => performance.now()) => {
  let names = all;
  const latest = new Map<string, ProjectionProgress>();
  const waits = new Map<string, number>();
  return {
    /** Sets the projections of this process from now on. */
    expect: (wanted: readonly string[]) => {
      names = wanted;
      for (const name of latest.keys()) if (!names.includes(name)) latest.delete(name);
    },
    held: (): ReadonlyMap<string, ProjectionProgress> => latest,
    note: (name: string, progress: ProjectionProgress) => void latest.set(name, progress),
    noteWait: ({ message }: Error) => void waits.set(message, steady()),
    /** Current waits, as sentences. */
    waits: (): string[] => [...waits].flatMap(([sentence, at]) => (steady() - at < waitTimeout ? [sentence] : [])),
    /** True once every projection is ready and has reached the position; without a position, once all are ready. */
    caughtUp: (head: Position | undefined): boolean =>
      names.every((name) => {
        const progress = latest.get(name);
        return progress !== undefined && (head === undefined || (progress.position ?? "") >= head);
      }),
    /** Sentences that say why completed builds are not live. */
    failures: (): string[] => [...latest.values()].flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
    current: (): ProjectionsStatus => ({
      kind: "status",
      part: "projections",
      projections: [...latest].map(([name, progress]) => ({ name, ...progress })),
    }),
  };
};
