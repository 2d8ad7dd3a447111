import { z } from "zod";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { deleteFromWorkspace } from "../workspace/deletion.ts";

export const deleteFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "filters/delete",
    summary: "Deletes a filter: ok, or the title of the first automated report that uses it",
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: z.string(),
    handler: ({ body: filterId }, call) => deleteFromWorkspace(deps, call, { type: "DeleteFilter", filterId }),
  });
