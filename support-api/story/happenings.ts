import { invalid } from "#application/http/api-error.ts";
import { happeningActors } from "#domain/happenings/actors.ts";
import { happeningThings } from "#domain/happenings/things.ts";
import { collections, type HappeningDocument } from "#domain/read-models/documents.ts";
import type { ConsoleHappening } from "#domain/wire/support/console.ts";
import type { StoredDocument } from "#infra/ports/stores/read-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import { instantOf, textIs, wordIs } from "../lists/filters.ts";
import { countedAtMost } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";
import { tell, tellWhole } from "./tell.ts";

const { name } = collections.happenings;

const documentOf = ({ id, document }: StoredDocument) => ({ id, document: document as unknown as HappeningDocument });
const iso = (value: unknown): string => new Date(instantOf(value)).toISOString();
const wordsOf = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, [word]]));
const agentIs = textIs("agent");

/** A shop's activity, newest first. A read model locates the lines; their texts come from the events. */
export const happeningsResource = (deps: ConsoleDeps): Resource => {
  const { readModels } = deps;
  const get = async (id: string) => readModels.get(name, id);
  return {
    name,
    shape: {
      filters: {
        tenant: textIs("tenant"),
        thing: wordIs("thing", wordsOf(happeningThings)),
        by: wordIs("by", wordsOf(happeningActors)),
        // An index covers support's actions.
        agent: (value) => [{ field: "by", equals: "support" }, ...agentIs(value)],
        about: textIs("about"),
        request: textIs("correlation"),
        since: (value) => [{ field: "when", above: iso(value) }],
        before: (value) => [{ field: "when", below: iso(value) }],
      },
      sorts: { at: "when" },
      sort: { field: "when", descending: true },
    },
    list: async ({ where, sort, offset, limit, given }) => {
      if (typeof given.tenant !== "string" || given.tenant.trim() === "")
        throw invalid("A story is of one shop. Open a shop, and its story from there.");
      const [found, total] = await Promise.all([
        readModels.find(name, { where, sort, offset, limit }),
        readModels.count(name, where, { atMost: countedAtMost }),
      ]);
      return { rows: await tell(deps, found.map(documentOf)), total };
    },
    get: async (id) => {
      const found = await get(id);
      return found && tellWhole(deps, documentOf(found));
    },
    many: async (ids) => {
      const found = await Promise.all(ids.map(get));
      return tell(deps, found.filter((one) => one !== undefined).map(documentOf));
    },
    tenantOf: (row) => (row as ConsoleHappening).tenant,
    tells: "each",
  };
};
