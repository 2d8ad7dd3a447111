import { type Route, route } from "#application/http/route.ts";
import { describeAct, type SupportAct, supportActs } from "#domain/console/acts.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleActDocument } from "#domain/read-models/support-documents.ts";
import { SupportActsData } from "#domain/wire/support/support-acts.ts";
import type { QueryApiDeps } from "../deps.ts";

const { name } = collections.consoleActs;
const maxActs = 50;

const actOf = ({ what }: ConsoleActDocument): SupportAct | undefined =>
  (Object.keys(supportActs) as SupportAct[]).find((act) => supportActs[act] === what);

/** Support's acts for a shop (ADR 102). Agent and reason belong to the audit log. */
export const supportActsRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "GET",
    path: "configuration/support-acts",
    summary: "What our support did for the shop, newest first, 50 at most",
    description: "Each act is a sentence with its time. Names of agents are left out.",
    access: "shop",
    reads: [name],
    data: SupportActsData,
    handler: async (_input, { caller: { tenant } }) => {
      const found = await deps.readModels.find(name, {
        where: [
          { field: "tenant", equals: tenant },
          { field: "what", in: Object.values(supportActs) },
        ],
        sort: [{ field: "at", descending: true }],
        limit: maxActs,
      });
      return found.flatMap(({ id, document }) => {
        const noted = document as unknown as ConsoleActDocument;
        const act = actOf(noted);
        const change = noted.change ?? { from: null, to: null };
        // A refused act did nothing for the shop.
        return act && !noted.refused ? [{ Id: id, At: noted.at, What: describeAct(act, noted.about, change) }] : [];
      });
    },
  });
