import type { Position } from "#infra/ports/event-store.ts";
import type { ProjectionProgress } from "./run-projection.ts";

/** What the process tells its supervisor each second; the absence of it is a sign of trouble. */
export type ProjectionsStatus = {
  kind: "status";
  part: "projections";
  projections: ({ name: string } & ProjectionProgress)[];
};

/** Keeps the newest progress of each projection. */
export const createStatus = (names: readonly string[]) => {
  const latest = new Map<string, ProjectionProgress>();
  return {
    note: (name: string, progress: ProjectionProgress) => void latest.set(name, progress),
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
