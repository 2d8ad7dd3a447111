import { undefinedUnlessBuilt } from "#application/read-models/serve.ts";
import { collections, type TitleDocument } from "#domain/read-models/documents.ts";
import { normalizeForSearch, titleKeyNames } from "#domain/read-models/title-keys.ts";
import { type ConsoleSearchResult, maxTitleResults } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterByPrefix } from "../lists/filters.ts";

const resources = { design: "designs", filter: "filters", automation: "automations" } as const;

export type Titled = Pick<ConsoleSearchResult, "resource" | "id" | "name"> & { tenant: string };

const titledOf = ({ id, document }: { id: string; document: unknown }): Titled => {
  const { kind, title, tenant } = document as TitleDocument;
  return { resource: resources[kind], id, name: title, tenant };
};

/**
 * Finds items of all shops. The typed words begin the title or follow a word of it. At most {@link maxTitleResults}, by
 * position of the matching word.
 */
export const findByTitle = async (
  { readModels }: Pick<ConsoleDeps, "readModels">,
  typed: string,
): Promise<Titled[]> => {
  const form = normalizeForSearch(typed);
  if (form === "") return [];
  const matches = await Promise.all(
    titleKeyNames.map((key) =>
      undefinedUnlessBuilt(
        readModels.find(collections.titles.name, {
          where: filterByPrefix(key, form),
          sort: [{ field: key }],
          limit: maxTitleResults,
        }),
      ),
    ),
  );
  const each = new Map(matches.flatMap((some = []) => some).map((one) => [one.id, one]));
  return [...each.values()].slice(0, maxTitleResults).map(titledOf);
};

export const findTitledItem = async (
  { readModels }: Pick<ConsoleDeps, "readModels">,
  id: string,
): Promise<Titled | undefined> => {
  const found = await undefinedUnlessBuilt(readModels.get(collections.titles.name, id));
  return found && titledOf(found);
};
