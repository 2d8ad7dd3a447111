import { z } from "zod";
import { route } from "#application/http/route.ts";
import { LoginPayload } from "#domain/wire/account/account.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createConsentUrl } from "./consent.ts";
import { readGrantedScopes } from "./permissions.ts";
import { parseShopName } from "./shop-name.ts";

export const loginRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/login",
    summary: "The address on the store platform where a shop logs in",
    description:
      "Takes a shop's name or its whole address on the platform. Also sets the cookie that ties the login to this browser.",
    access: "anonymous",
    isLogIn: true,
    body: LoginPayload,
    data: z.string(),
    handler: async ({ body }, call) => {
      const shop = parseShopName(body.ShopName);
      return createConsentUrl(deps, call, { shop, returnUrl: null, further: await readGrantedScopes(deps, shop) });
    },
  });
