import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { readListQuery } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";
import { createSavedViews } from "./saved-views.ts";

const Name = z.string().trim().min(1).max(60);
const Added = z.strictObject({
  list: z.string(),
  name: Name,
  filter: z.record(z.string(), z.unknown()),
  sort: z.strictObject({ field: z.string(), order: z.enum(["ASC", "DESC"]) }),
});
const Renamed = z.strictObject({ name: Name });
const Chosen = z.strictObject({ isDefault: z.boolean() });

/** Saved list views; everyone sees and changes only their own. Not logged, because they contain nothing of a shop. */
export const viewRoutes = (deps: ConsoleDeps, resources: readonly Resource[]): ConsoleRoute[] => {
  const mine = ({ session: { agent } }: ConsoleCall) => createSavedViews(deps, agent);
  const idOf = ({ params }: ConsoleCall): string => params.id ?? "";
  const change = (path: string, handle: ConsoleRoute["handle"]): ConsoleRoute => ({
    method: "POST",
    path,
    needs: "viewer",
    handle,
  });
  return [
    { method: "GET", path: "views", needs: "viewer", handle: (call) => mine(call).all() },
    change("views", (call) => {
      const { list, name, filter, sort } = validate(Added, call.body, "The body");
      const shape = resources.find((one) => one.name === list)?.shape;
      if (shape === undefined) throw badRequest(`There is no list ${list.slice(0, 50)}.`);
      // Validates like the list itself.
      readListQuery({ filter: JSON.stringify(filter), sort: JSON.stringify([sort.field, sort.order]) }, shape);
      return mine(call).add({ id: deps.ids.uuid(), list, name, filter, sort, isDefault: false });
    }),
    change("views/:id/rename", (call) => mine(call).change(idOf(call), validate(Renamed, call.body, "The body"))),
    change("views/:id/choose", (call) => mine(call).change(idOf(call), validate(Chosen, call.body, "The body"))),
    change("views/:id/remove", async (call) => {
      await mine(call).remove(idOf(call));
      return { id: idOf(call) };
    }),
  ];
};
