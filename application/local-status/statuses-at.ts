import type { DomainEvent } from "#domain/core/message.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import type { LocalStatusEvent } from "#domain/local-status/events.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { Log } from "#infra/ports/log.ts";
import type { EventStore, Position } from "#infra/ports/stores/event-store.ts";
import { awaitPosition } from "../events/await-position.ts";
import { decodeEvent } from "../events/decode-event.ts";
import type { ServedReadModels } from "../read-models/serve.ts";
import { findStatuses, type ReadStatuses } from "./read-statuses.ts";

const eventsAtOnce = 500;
const streamsAtOnce = 8;

export type StatusesAtDeps = {
  readModels: Pick<ServedReadModels, "find" | "hasSeen">;
  eventStore: Pick<EventStore, "readStream">;
  log: Pick<Log, "warn">;
};

const statusInStream = async (
  eventStore: StatusesAtDeps["eventStore"],
  stream: string,
  at: Position,
): Promise<LocalStatus> => {
  let state = localStatusDecider.initialState;
  for (let fromVersion = 0; ; ) {
    const page = await eventStore.readStream(stream, { fromVersion, limit: eventsAtOnce });
    for (const recorded of page) {
      if (recorded.position > at) return state.status;
      const { type, data, metadata } = decodeEvent(recorded, upcasters);
      state = localStatusDecider.evolve(
        state,
        { type, data } as LocalStatusEvent & DomainEvent,
        metadata,
        recorded.version,
      );
    }
    if (page.length === 0) return state.status;
    fromVersion += page.length;
  }
};

/**
 * Statuses at a position, the same at any later time (ADR 43). Reads the read model per page of orders, and streams for
 * orders changed since. Reads streams for all if the read model is behind, damaged or being built.
 */
export const statusesAt = (
  { readModels, eventStore, log }: StatusesAtDeps,
  {
    tenant,
    at: position,
    signal,
    patience: timeoutMs = 2_000,
  }: { tenant: string; at: Position; signal: AbortSignal; patience?: number },
): ReadStatuses => {
  const { name } = collections.localStatuses;
  let hasSeen: Promise<boolean> | undefined;
  let isTold = false;

  const found = async (orderIds: readonly string[]): ReturnType<typeof findStatuses> => {
    hasSeen ??= awaitPosition({ readModels, names: [name], position: position, tenant, timeout: timeoutMs, signal });
    if (!(await hasSeen)) throw new Error("They have not seen what was chosen before the report was requested.");
    return findStatuses(readModels, tenant, orderIds);
  };

  return async (orderIds) => {
    const documents = await found(orderIds).catch((err: unknown) => {
      signal.throwIfAborted();
      if (!isTold) log.warn({ err }, "Local statuses are read of their streams.");
      isTold = true;
      return undefined;
    });
    const statuses = new Map<string, LocalStatus>();
    const unsure: string[] = [];
    for (const orderId of orderIds) {
      const document = documents?.get(orderId);
      if (documents === undefined || document?.stale === true || (document && document.position > position))
        unsure.push(orderId);
      else if (document) statuses.set(orderId, document.status);
    }
    for (let first = 0; first < unsure.length; first += streamsAtOnce) {
      signal.throwIfAborted();
      await Promise.all(
        unsure.slice(first, first + streamsAtOnce).map(async (orderId) => {
          const stream = `${localStatusDecider.category}-${toLocalStatusId(tenant, orderId)}`;
          const status = await statusInStream(eventStore, stream, position);
          if (status !== LocalStatus.none) statuses.set(orderId, status);
        }),
      );
    }
    return statuses;
  };
};
