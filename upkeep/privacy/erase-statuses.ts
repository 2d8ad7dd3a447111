import { type LocalStatusCommand, localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import type { LocalStatusEvent } from "#domain/local-status/events.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { UpkeepDeps } from "../deps.ts";

const pageSize = 200;
/** Parallel commits share a wait for the disk. */
const streamsAtOnce = 8;

/**
 * Erases the local statuses of a departed shop. Can be repeated. The events stay: they hold an order id and a status.
 */
export const eraseStatuses = async (
  { eventStore, runner }: Pick<UpkeepDeps, "eventStore" | "runner">,
  tenant: string,
  signal?: AbortSignal,
): Promise<void> => {
  const erase = ({ data, id }: RecordedEvent) => {
    const { orderId } = data as LocalStatusEvent["data"];
    return runner.execute(
      localStatusDecider,
      toLocalStatusId(tenant, orderId),
      (context): LocalStatusCommand => ({ type: "EraseLocalStatus", orderId, context }),
      { tenant, actor: { kind: "system", part: "upkeep" }, correlation: `erasure:${tenant}`, causation: id },
    );
  };
  for (let after: string | undefined; ; ) {
    const page = await eventStore.readCategory(`${localStatusDecider.category}-${tenant}`, {
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
    after = page.at(-1)?.position;
    if (after === undefined) return;
    const newest = new Map(page.map((event) => [event.stream, event]));
    const kept = [...newest.values()].filter(({ type }) => type !== "LocalStatusErased");
    for (let first = 0; first < kept.length; first += streamsAtOnce) {
      signal?.throwIfAborted();
      await Promise.all(kept.slice(first, first + streamsAtOnce).map(erase));
    }
  }
};
