import { readPersonalTexts } from "#application/privacy/personal-values.ts";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { detokenize } from "#domain/filters/personal.ts";
import type { FilterDocument } from "#domain/read-models/documents.ts";
import { outlineInDocument } from "#domain/read-models/filter-outline.ts";
import { filterItemOf } from "#domain/wire/filters/filter-on-wire.ts";
import type { ListedFilter } from "#domain/wire/filters/filters.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readSummaries } from "../list-summaries.ts";
import { loadShopZone } from "../shop-zone.ts";

/** Lists filters, each with a description in words. Reads the vault once for all personal values. */
export const listFilters = async (
  deps: Pick<QueryApiDeps, "readModels" | "readModelStatus" | "vault" | "runner" | "clock">,
  tenant: string,
  filters: readonly FilterDocument[],
): Promise<ListedFilter[]> => {
  const outlined = filters.map((filter) => ({ filter, outline: outlineInDocument(filter) }));
  const moment = { now: deps.clock.now().toISOString(), zone: await loadShopZone(deps, tenant) };
  const texts = await readPersonalTexts(
    deps.vault,
    ...outlined.flatMap(({ outline }) => (outline ? [outline.conditions.sievers] : [])),
  );
  const members = outlined.map(({ filter: { filterId, changedAt }, outline }) => ({
    id: filterId,
    summary: outline && describeFilter(detokenize(outline.conditions, texts), moment, outline.more),
    changedAt,
  }));
  const abouts = await readSummaries(deps, tenant, members);
  return filters.map((filter) => {
    const about = abouts.get(filter.filterId);
    return { ...filterItemOf(filter), ...(about && { about }) };
  });
};
