import { z } from "zod";
import { invalid, unknown } from "#application/http/api-error.ts";
import { configurationLines } from "#domain/as-of/configuration-lines.ts";
import { fieldsThen } from "#domain/as-of/line.ts";
import { type ThingKind, thingKinds, thingsThen, thingThen } from "#domain/as-of/things.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleAsOf, ConsoleThing } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { shopThen, workspaceThen } from "./versions.ts";

const Instant = z.iso.datetime({ offset: true });

/** Maximum tolerated clock skew between machines, ms: a recent event may be ahead of this process. */
const clocksApart = 60_000;

/** @throws {ApiError} 400 */
const instantOf = ({ clock }: Pick<ConsoleDeps, "clock">, { query: { at } }: ConsoleCall): string => {
  const given = Instant.safeParse(at);
  if (!given.success) throw invalid("at must be an instant with its zone, as 2026-11-20T10:00:00Z.");
  const instant = new Date(given.data);
  if (instant.getTime() > clock.now().getTime() + clocksApart)
    throw invalid(
      "This instant is still to come, so nobody knows what will be set up then. Choose one that has passed.",
    );
  return instant.toISOString();
};

/** Logs the view of the shop. @throws {ApiError} 404 */
const shopOf = async ({ readModels, acts }: ConsoleDeps, call: ConsoleCall): Promise<string> => {
  const tenant = call.params.id ?? "";
  if ((await readModels.get(collections.shops.name, tenant)) === undefined) throw unknown("There is no such shop.");
  await acts.looked(call.session, { tenant, correlation: call.requestId });
  return tenant;
};

const kindOf = (given: string | undefined): ThingKind => {
  const kind = thingKinds.find((one) => one === given);
  if (kind === undefined) throw unknown(`What is looked at must be one of ${thingKinds.join(", ")}.`);
  return kind;
};

/** A shop's setup at an instant, compared with today: all of it, or one item field by field. */
export const asOfRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  {
    method: "GET",
    path: "shops/:id/as-of",
    needs: "viewer",
    handle: async (call): Promise<ConsoleAsOf> => {
      const at = instantOf(deps, call);
      const tenant = await shopOf(deps, call);
      const [workspace, shop] = await Promise.all([workspaceThen(deps, tenant, at), shopThen(deps, tenant, at)]);
      return {
        at,
        workspaceVersion: workspace.version,
        shopVersion: shop.version,
        designs: thingsThen("design", workspace),
        filters: thingsThen("filter", workspace),
        pageFilters: thingsThen("page-filter", workspace),
        automations: thingsThen("automation", workspace),
        configuration: fieldsThen(configurationLines(shop.earlier), configurationLines(shop.now)),
      };
    },
  },
  {
    method: "GET",
    path: "shops/:id/as-of/:kind/:thing",
    needs: "viewer",
    handle: async (call): Promise<ConsoleThing> => {
      const at = instantOf(deps, call);
      const kind = kindOf(call.params.kind);
      const tenant = await shopOf(deps, call);
      const thing = thingThen(kind, call.params.thing ?? "", await workspaceThen(deps, tenant, at));
      if (thing === undefined) throw unknown("This was not there then, and is not there now.");
      return thing;
    },
  },
];
