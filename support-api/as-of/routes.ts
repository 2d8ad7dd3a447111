import { z } from "zod";
import { badRequest, notFound } from "#application/http/api-error.ts";
import { describeConfigurationFields } from "#domain/as-of/configuration-fields.ts";
import { compareFields } from "#domain/as-of/described-field.ts";
import { type AsOfItemKind, asOfItemKinds, findItemAt, listItemsAt } from "#domain/as-of/items.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleAsOf, ConsoleItem } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { loadShopAsOf, loadWorkspaceAsOf } from "./versions.ts";

const Instant = z.iso.datetime({ offset: true });

/** Allowed skew, ms: a recent event may be ahead of this process. */
const maxClockSkew = 60_000;

/** @throws {ApiError} 400 */
const instantOf = ({ clock }: Pick<ConsoleDeps, "clock">, { query: { at } }: ConsoleCall): string => {
  const given = Instant.safeParse(at);
  if (!given.success) throw badRequest("at must be an instant with its zone, such as 2026-11-20T10:00:00Z.");
  const instant = new Date(given.data);
  if (instant.getTime() > clock.now().getTime() + maxClockSkew)
    throw badRequest("This instant is in the future. Choose one that has passed.");
  return instant.toISOString();
};

/**
 * Finds the shop and logs the view.
 * @throws {ApiError} 404
 */
const shopOf = async ({ readModels, acts }: ConsoleDeps, call: ConsoleCall): Promise<string> => {
  const tenant = call.params.id ?? "";
  if ((await readModels.get(collections.shops.name, tenant)) === undefined) throw notFound("There is no such shop.");
  await acts.recordView(call.session, { tenant, correlation: call.requestId });
  return tenant;
};

const kindOf = (given: string | undefined): AsOfItemKind => {
  const kind = asOfItemKinds.find((one) => one === given);
  if (kind === undefined) throw notFound(`The kind of item must be one of ${asOfItemKinds.join(", ")}.`);
  return kind;
};

/** Routes that compare an earlier setup with the current one: all of it, or one item field by field. */
export const createAsOfRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  {
    method: "GET",
    path: "shops/:id/as-of",
    needs: "viewer",
    handle: async (call): Promise<ConsoleAsOf> => {
      const at = instantOf(deps, call);
      const tenant = await shopOf(deps, call);
      const [workspace, shop] = await Promise.all([
        loadWorkspaceAsOf(deps, tenant, at),
        loadShopAsOf(deps, tenant, at),
      ]);
      return {
        at,
        workspaceVersion: workspace.version,
        shopVersion: shop.version,
        designs: listItemsAt("design", workspace),
        filters: listItemsAt("filter", workspace),
        pageFilters: listItemsAt("page-filter", workspace),
        automations: listItemsAt("automation", workspace),
        configuration: compareFields(describeConfigurationFields(shop.earlier), describeConfigurationFields(shop.now)),
      };
    },
  },
  {
    method: "GET",
    path: "shops/:id/as-of/:kind/:thing",
    needs: "viewer",
    handle: async (call): Promise<ConsoleItem> => {
      const at = instantOf(deps, call);
      const kind = kindOf(call.params.kind);
      const tenant = await shopOf(deps, call);
      const item = findItemAt(kind, call.params.thing ?? "", await loadWorkspaceAsOf(deps, tenant, at));
      if (item === undefined) throw notFound("This didn't exist then, and doesn't exist now.");
      return item;
    },
  },
];
