import { badRequest } from "#application/http/api-error.ts";
import { activityActors } from "#domain/activity/actors.ts";
import { activitySubjects } from "#domain/activity/subjects.ts";
import { type ActivityDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleActivity } from "#domain/wire/support/console.ts";
import type { StoredDocument } from "#infra/ports/stores/read-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText, parseInstant } from "../lists/filters.ts";
import { maxCount } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";
import { describeEventInFull, describeEvents } from "./describe-events.ts";

const { name } = collections.happenings;

const documentOf = ({ id, document }: StoredDocument) => ({ id, document: document as unknown as ActivityDocument });
const iso = (value: unknown): string => new Date(parseInstant(value)).toISOString();
const wordsOf = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, [word]]));
const agentIs = isText("agent");

/** Activity, newest first. A read model locates the lines; their texts come from the events. */
export const activityResource = (deps: ConsoleDeps): Resource => {
  const { readModels } = deps;
  const get = async (id: string) => readModels.get(name, id);
  return {
    name,
    shape: {
      filters: {
        tenant: isText("tenant"),
        thing: isOneOfWord("thing", wordsOf(activitySubjects)),
        by: isOneOfWord("by", wordsOf(activityActors)),
        // An index covers support's actions.
        agent: (value) => [{ field: "by", equals: "support" }, ...agentIs(value)],
        about: isText("about"),
        request: isText("correlation"),
        since: (value) => [{ field: "when", above: iso(value) }],
        before: (value) => [{ field: "when", below: iso(value) }],
      },
      sorts: { at: "when" },
      sort: { field: "when", descending: true },
    },
    list: async ({ where, sort, offset, limit, filterValues }) => {
      if (typeof filterValues.tenant !== "string" || filterValues.tenant.trim() === "")
        throw badRequest("A story belongs to one shop. Open a shop, then its story.");
      const [found, total] = await Promise.all([
        readModels.find(name, { where, sort, offset, limit }),
        readModels.count(name, where, { atMost: maxCount }),
      ]);
      return { rows: await describeEvents(deps, found.map(documentOf)), total };
    },
    get: async (id) => {
      const found = await get(id);
      return found && describeEventInFull(deps, documentOf(found));
    },
    findMany: async (ids) => {
      const found = await Promise.all(ids.map(get));
      return describeEvents(deps, found.filter((one) => one !== undefined).map(documentOf));
    },
    getTenant: (row) => (row as ConsoleActivity).tenant,
    recordsViews: "each",
  };
};
