import { readSigns } from "#application/signs/read-signs.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

/** `GET signs`: current alerts that need a person, freshly counted. */
export const signsRoute = ({ signs }: Pick<ConsoleDeps, "signs">): ConsoleRoute => ({
  method: "GET",
  path: "signs",
  needs: "viewer",
  handle: () => readSigns(signs),
});
