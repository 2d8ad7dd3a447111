import { whereBuilt } from "#application/read-models/serve.ts";
import { collections, type TitleDocument } from "#domain/read-models/documents.ts";
import { titleForm, titleKeyNames } from "#domain/read-models/title-keys.ts";
import { type ConsoleFound, mostTitles } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { beginning } from "../lists/filters.ts";

const resources = { design: "designs", filter: "filters", automation: "automations" } as const;

/** Something called so, and whose it is. */
export type Titled = Pick<ConsoleFound, "resource" | "id" | "name"> & { tenant: string };

const titledOf = ({ id, document }: { id: string; document: unknown }): Titled => {
  const { kind, title, tenant } = document as TitleDocument;
  return { resource: resources[kind], id, name: title, tenant };
};

/**
 * Report designs, filters and automated reports of all shops whose titles hold these words, or begin so from one of their words on; at most {@link mostTitles}: first
 * those whose titles begin so, then by which of their words does. One step along an index for each word that a title may have.
 */
export const findByTitle = async (
  { readModels }: Pick<ConsoleDeps, "readModels">,
  typed: string,
): Promise<Titled[]> => {
  const form = titleForm(typed);
  if (form === "") return [];
  const found = await Promise.all(
    titleKeyNames.map((key) =>
      whereBuilt(
        readModels.find(collections.titles.name, {
          where: beginning(key, form),
          sort: [{ field: key }],
          limit: mostTitles,
        }),
      ),
    ),
  );
  const each = new Map(found.flatMap((some = []) => some).map((one) => [one.id, one]));
  return [...each.values()].slice(0, mostTitles).map(titledOf);
};

/** The report design, filter or automated report of an id. */
export const findTitled = async (
  { readModels }: Pick<ConsoleDeps, "readModels">,
  id: string,
): Promise<Titled | undefined> => {
  const found = await whereBuilt(readModels.get(collections.titles.name, id));
  return found && titledOf(found);
};
