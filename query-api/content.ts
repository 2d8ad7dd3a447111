import type { JsonObject } from "#infra/ports/json.ts";
import type { QueryApiDeps } from "./deps.ts";

/**
 * Content of a filter or design, stored beside its list entry; undefined if deleted between the two reads. Older read
 * model versions have both in one document, with the content's `field`.
 */
export const readContent = async <Content extends JsonObject>(
  { readModels }: Pick<QueryApiDeps, "readModels">,
  collection: string,
  id: string,
  { shown, field }: { shown: object; field: keyof Content },
): Promise<Content | undefined> => {
  const found = await readModels.getContent(collection, id);
  return (found?.document ?? (field in shown ? shown : undefined)) as Content | undefined;
};
