import { decodeEvent } from "#application/events/decode-event.ts";
import { describeActor } from "#domain/activity/actors.ts";
import { describeActivity } from "#domain/activity/describe-activity.ts";
import { withoutHidden } from "#domain/activity/hidden.ts";
import { toAgentNameRef } from "#domain/console/events.ts";
import type { EventMetadata } from "#domain/core/message.ts";
import { type SheafEvent, upcasters } from "#domain/event-schemas.ts";
import { type ActivityDocument, collections, type ShopDocument } from "#domain/read-models/documents.ts";
import type { ConsoleActivity, ConsoleActivityDetails } from "#domain/wire/support/console.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import { positionKey, readEvents } from "./read-events.ts";
import { readTitles } from "./titles.ts";

type Deps = Pick<ConsoleDeps, "eventStore" | "readModels" | "vault">;
type Found = { id: string; document: ActivityDocument };

/** Zones in the platform's spelling; unknown shops are missing. */
const zonesOf = async ({ readModels }: Deps, tenants: Iterable<string>): Promise<Map<string, string>> => {
  const shops = await Promise.all(
    [...new Set(tenants)].map((tenant) => readModels.get(collections.shops.name, tenant)),
  );
  const known = shops.flatMap((shop) => (shop ? [shop.document as unknown as ShopDocument] : []));
  return new Map(known.map(({ tenant, ianaTimezone }) => [tenant, ianaTimezone]));
};

const namesOf = async ({ vault }: Deps, agents: Iterable<string>): Promise<(agent: string | null) => string> => {
  const names = await vault.readAll([...new Set(agents)].map(toAgentNameRef));
  return (agent) => names.get(toAgentNameRef(agent ?? "")) ?? "Somebody of support";
};

const sentenceOf = (recorded: RecordedEvent, zone: string): string => {
  const { type, data } = decodeEvent(recorded, upcasters);
  return describeActivity({ type, data } as SheafEvent, zone);
};

type DescribedEvent = { row: ConsoleActivity; recorded: RecordedEvent };

/** Describes lines by the events in their streams. Everything else is read once for all lines. */
const describeWithEvents = async (deps: Deps, found: readonly Found[]): Promise<DescribedEvent[]> => {
  const documents = found.map(({ document }) => document);
  const [events, zones, nameOf, titleOf] = await Promise.all([
    readEvents(deps, documents),
    zonesOf(
      deps,
      documents.map(({ tenant }) => tenant),
    ),
    namesOf(
      deps,
      documents.flatMap(({ agent }) => agent ?? []),
    ),
    readTitles(deps, documents),
  ]);
  return found.flatMap(({ id, document }) => {
    const { tenant, thing, about, by, agent } = document;
    const recorded = events.get(positionKey(document));
    // A restored store may lack events that its read models still have.
    if (!recorded) return [];
    const { instant, actor } = recorded.metadata as unknown as EventMetadata;
    const row = {
      id,
      at: instant,
      tenant,
      thing,
      about,
      title: titleOf(document),
      by,
      byAgent: agent,
      byName: describeActor(actor, nameOf(agent)),
      what: sentenceOf(recorded, zones.get(tenant) ?? "UTC"),
    };
    return [{ row, recorded }];
  });
};

export const describeEvents = async (deps: Deps, found: readonly Found[]): Promise<ConsoleActivity[]> =>
  (await describeWithEvents(deps, found)).map(({ row }) => row);

/** A line with its raw data, without hidden parts. */
export const describeEventInFull = async (deps: Deps, found: Found): Promise<ConsoleActivityDetails | undefined> => {
  const [described] = await describeWithEvents(deps, [found]);
  if (!described) return undefined;
  const { type, stream, version, data, metadata } = described.recorded;
  const { schema, correlation, causation } = metadata as unknown as EventMetadata;
  return {
    ...described.row,
    type,
    stream,
    version,
    schema,
    correlation,
    causation,
    data: withoutHidden(data),
    metadata: withoutHidden(metadata),
  };
};
