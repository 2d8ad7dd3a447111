import type { JsonObject } from "#infra/ports/json.ts";
import type { QueryApiDeps } from "./deps.ts";

/**
 * The content of a filter or design, stored beside its list entry. Undefined if it was deleted between the two reads.
 * In an older version of the read model both are one document, which has the content's `field` itself.
 */
export const contentBeside = async <Content extends JsonObject>(
  { readModels }: Pick<QueryApiDeps, "readModels">,
  collection: string,
  id: string,
  { shown, field }: { shown: object; field: keyof Content },
): Promise<Content | undefined> => {
  const found = await readModels.content(collection, id);
  return (found?.document ?? (field in shown ? shown : undefined)) as Content | undefined;
};
