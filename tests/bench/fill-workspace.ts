import { awaitPosition } from "#application/events/await-position.ts";
import { tokenize } from "#application/privacy/personal-values.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { SieverValues } from "#domain/filters/filter.ts";
import { createSieverValues } from "#domain/filters/siever-values.ts";
import { sievers } from "#domain/filters/sievers.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

const filters = 200;
const events = 20_000;
const atOnce = 500;

const words = sievers.filter(({ kind }) => kind === "text");
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n % filters).padStart(12, "0")}`;

const conditionsOf = (n: number): SieverValues =>
  createSieverValues(words.slice(0, 10).map(({ code }) => [code, [`value ${n}`, `!other ${n}`]] as const));

/** The conditions as events hold them: the words of personal ones are in the vault. */
const keptConditions = async (vault: Stores["vault"], tenant: string): Promise<SieverValues[]> => {
  const all: SieverValues[] = [];
  for (let n = 0; n < filters; n += 1) {
    const tokenized = await tokenize(vault, tenant, conditionsOf(n), []);
    if (isRefusal(tokenized)) throw new Error(tokenized.message);
    all.push(tokenized.sievers);
  }
  return all;
};

/** The history of a busy shop: filters with ten conditions and many edits. */
const pastOf = function* (conditions: readonly SieverValues[]): Generator<WorkspaceEvent> {
  for (let n = 0; n < filters; n += 1)
    yield {
      type: "FilterCreated",
      data: {
        filterId: idOf(n),
        view: 0,
        ordering: n,
        title: `Filter ${n + 1}`,
        financial_status: 0,
        fulfillment_status: 0,
        order_status: 0,
        sievers: conditions[n] ?? {},
      },
    };
  for (let n = filters; n < events; n += 1)
    yield {
      type: "FilterRenamed",
      data: { filterId: idOf(n), from: `Filter ${n - filters + 1}`, to: `Filter ${n + 1}` },
    };
};

/** Puts 200 filters and 20,000 events into a workspace and waits until every read model shows them; answers the filters' ids. */
export const fillWorkspace = async (
  { eventStore, readStore, vault }: Pick<Stores, "eventStore" | "readStore" | "vault">,
  tenant: string,
): Promise<string[]> => {
  const stream = `workspace-${tenant}`;
  const metadata = {
    schema: 1,
    correlation: "bench",
    causation: "bench",
    actor: { kind: "merchant" },
    tenant,
    instant: "2026-11-01T00:00:00.000Z",
  };
  const past = [...pastOf(await keptConditions(vault, tenant))].map((event, n) => ({
    id: `${tenant}-bench-${n}`,
    type: event.type,
    data: event.data as unknown as JsonObject,
    metadata,
  }));
  let version = (await eventStore.readStream(stream)).at(-1)?.version ?? -1;
  let position = "";
  for (let n = 0; n < past.length; n += atOnce) {
    const expectedVersion = version < 0 ? "no-stream" : version;
    ({ version, position } = await eventStore.appendToStream(stream, past.slice(n, n + atOnce), { expectedVersion }));
  }
  const names = Object.values(collections).map(({ name }) => name);
  if (!(await awaitPosition({ readModels: serveReadModels({ readStore }), names, position, timeout: 600_000 })))
    throw new Error("The read models have not caught up within ten minutes.");
  return Array.from({ length: filters }, (_, n) => idOf(n));
};
