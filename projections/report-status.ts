import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ProjectionProgress } from "./run-projection.ts";

/** Sent to the supervisor every 2 s. */
export type ProjectionsStatus = {
  kind: "status";
  part: "projections";
  projections: ({ name: string } & ProjectionProgress)[];
};

/** Time until a wait counts as over, ms. Waits for the disk are reported twice a second. */
const waitTimeout = 3_000;

/** The latest progress of each projection of this process. `steady`: ms. */
export const createStatusReport = (all: readonly string[], steady: () => number = () => performance.now()) => {
  let names = all;
  const latest = new Map<string, ProjectionProgress>();
  const waits = new Map<string, number>();
  return {
    expect: (wanted: readonly string[]) => {
      names = wanted;
      for (const name of latest.keys()) if (!names.includes(name)) latest.delete(name);
    },
    held: (): ReadonlyMap<string, ProjectionProgress> => latest,
    note: (name: string, progress: ProjectionProgress) => void latest.set(name, progress),
    noteWait: ({ message }: Error) => void waits.set(message, steady()),
    /** Current waits, one sentence each. */
    waits: (): string[] => [...waits].flatMap(([sentence, at]) => (steady() - at < waitTimeout ? [sentence] : [])),
    /** True once all are ready and, with a position, have reached it. */
    caughtUp: (head: Position | undefined): boolean =>
      names.every((name) => {
        const progress = latest.get(name);
        return progress !== undefined && (head === undefined || (progress.position ?? "") >= head);
      }),
    /** Reasons why completed builds are not live. */
    failures: (): string[] => [...latest.values()].flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
    current: (): ProjectionsStatus => ({
      kind: "status",
      part: "projections",
      projections: [...latest].map(([name, progress]) => ({ name, ...progress })),
    }),
  };
};
