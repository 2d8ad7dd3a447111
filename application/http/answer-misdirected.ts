import { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { Route } from "./route.ts";

/** Refuses a call of another web process before authentication, to reveal a misrouting proxy at once. */
export const answerMisdirected =
  (part: string) =>
  (route: Route): Route => ({
    ...route,
    access: "anonymous",
    isLogIn: false,
    body: z.unknown(),
    bare: undefined,
    query: undefined,
    params: undefined,
    reads: [],
    asksPlatform: false,
    skipsQueue: true,
    isConstant: false,
    events: undefined,
    handle: async () => {
      throw new ApiError({
        status: 421,
        code: "misdirected",
        message: `This process does not answer ${route.method} /api/${route.path}: its WEB_PARTS don't include ${part}. Send the call to a process that has it.`,
      });
    },
  });
