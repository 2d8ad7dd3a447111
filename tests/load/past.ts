import { awaitPosition } from "#application/events/await-position.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/** Cities in a great list, and how many edits change it. */
const cities = 500;
const everyNth = 10;

const listOf = (n: number) => Array.from({ length: cities }, (_, place) => `City ${place}, after change ${n}`);

/** A filter that was edited day after day, every tenth time a list of 500 values as a whole. */
const pastOf = function* (filterId: string, edits: number): Generator<WorkspaceEvent> {
  const facts = { title: "Much edited", financial_status: 0, fulfillment_status: 0, order_status: 0 } as const;
  yield { type: "FilterCreated", data: { filterId, view: 0, ordering: 0, ...facts, sievers: {} } };
  let title: string = facts.title;
  let list: string[] = [];
  for (let n = 1; n <= edits; n += 1)
    if (n % everyNth === 0) {
      const to = listOf(n);
      yield { type: "FilterSieverChanged", data: { filterId, siever: 5002, from: list, to } };
      list = to;
    } else {
      const to = `Much edited, ${n} times`;
      yield { type: "FilterRenamed", data: { filterId, from: title, to } };
      title = to;
    }
};

/** Minutes between two edits. */
const apart = 3;

/** Puts a much edited filter into each workspace and waits until every read model shows it; answers its id by tenant. */
export const givenPasts = async (
  { eventStore, readStore }: Pick<Stores, "eventStore" | "readStore">,
  tenants: readonly string[],
  edits: number,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  let newest = "";
  for (const [place, tenant] of tenants.entries()) {
    const filterId = `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
    const stream = `workspace-${tenant}`;
    const events = [...pastOf(filterId, edits)].map((event, n) => ({
      id: `${tenant}-past-${n}`,
      type: event.type,
      data: event.data as unknown as JsonObject,
      metadata: {
        schema: 1,
        correlation: "load",
        causation: "load",
        actor: { kind: "merchant" },
        tenant,
        instant: new Date(Date.UTC(2026, 0, 1) + n * apart * 60_000).toISOString(),
      },
    }));
    let version = (await eventStore.readStream(stream)).at(-1)?.version ?? -1;
    for (let n = 0; n < events.length; n += 20)
      ({ version, position: newest } = await eventStore.appendToStream(stream, events.slice(n, n + 20), {
        expectedVersion: version < 0 ? "no-stream" : version,
      }));
    ids.set(tenant, filterId);
  }
  const names = Object.values(collections).map(({ name }) => name);
  if (!(await awaitPosition({ readModels: serveReadModels({ readStore }), names, position: newest, timeout: 600_000 })))
    throw new Error("The read models have not caught up within ten minutes.");
  return ids;
};
