import { type Refusal, refuse } from "#domain/core/decider.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { Position } from "#infra/ports/event-store.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Most exports of a shop that may wait (design section 5). */
export const maxWaiting = 20;

export const noRoom: Refusal = refuse(
  "too-many",
  `${maxWaiting} reports are waiting already. Wait until one has ended, or cancel one.`,
);

export type Room = {
  /** Runs one request at a time per shop, and tells it whether another export may wait. */
  enter<T>(
    tenant: string,
    request: (hasRoom: boolean) => Promise<{ answer: T; position: Position | undefined }>,
  ): Promise<T>;
};

/**
 * Counts the exports that wait. The count is taken from the read model, which follows the events: so requests of one shop go one
 * after the other, and each first waits until the one before it can be seen.
 */
export const createRoom = ({ readStore, waitFor }: Pick<CommandApiDeps, "readStore" | "waitFor">): Room => {
  const queues = new Map<string, Promise<Position | undefined>>();

  const waiting = async (tenant: string, last: Position | undefined): Promise<number> => {
    if (last !== undefined) await waitFor([collections.exports.name], last);
    const open = await readStore.find(collections.exports.name, {
      where: [
        { field: "tenant", equals: tenant },
        { field: "ended", equals: false },
      ],
      limit: 100,
    });
    return open.filter(({ document }) => (document as ExportDocument).status === ExportStatus.Initialized).length;
  };

  return {
    enter: async (tenant, request) => {
      const before = queues.get(tenant) ?? Promise.resolve(undefined);
      const result = before.then(async (last) => request((await waiting(tenant, last)) < maxWaiting));
      // The queue goes on after a failure; the failure itself goes to the caller below.
      const after = result.then(
        ({ position }) => position,
        () => undefined,
      );
      queues.set(tenant, after);
      return (await result).answer;
    },
  };
};
