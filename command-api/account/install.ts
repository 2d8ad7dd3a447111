import { z } from "zod";
import { ApiError } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { safeRedirectPath } from "#application/http/safe-redirect-path.ts";
import { InstallPayload } from "#domain/wire/account/account.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createAccountStepError } from "./account-step-error.ts";
import { createConsentUrl } from "./consent.ts";
import { readGrantedScopes } from "./permissions.ts";
import { parseShopHost } from "./shop-name.ts";
import { findSignatureFault, toSignedQuery } from "./signed-query.ts";

const malformed = (sentences: string[]) =>
  new ApiError({
    status: 400,
    code: "FeAuth-004",
    // Texts of S-1.5, word for word.
    message: sentences.includes("The body is missing.")
      ? "Installation request is not correct"
      : "Installation request is not correctly formatted",
    details: sentences.join(" "),
  });

export const installRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/install",
    summary: "The address on the store platform where a shop consents to the installation that the platform began",
    description:
      "Checks the signature and the age of the link that the platform sent. ReturnUrl is a path of the app to come back to after the login.",
    refuses: ["not-allowed"],
    access: "anonymous",
    isLogIn: true,
    body: InstallPayload,
    data: z.string(),
    malformed,
    handler: async ({ body }, call) => {
      const named = { shop: body.Shopname, hmac: body.Hmac, timestamp: body.Timestamp };
      if (Object.values(named).includes("")) throw malformed(["Shopname, Hmac and Timestamp must not be empty."]);
      const shop = parseShopHost(body.Shopname);
      if (shop === undefined)
        throw createAccountStepError("FeAuth-004", 403, "This is not a shop on the store platform.");
      // It is signed only if it was in the app's address; the browser may have added it.
      const candidates = [
        toSignedQuery(named, body.Query),
        ...(body.ReturnUrl == null ? [] : [toSignedQuery({ ...named, returnurl: body.ReturnUrl }, body.Query)]),
      ];
      const reason = findSignatureFault(deps, candidates, body.Timestamp);
      if (reason !== undefined) throw createAccountStepError("FeAuth-004", 403, reason);
      const returnUrl = safeRedirectPath(deps.config.APP_URL, body.ReturnUrl);
      if (body.ReturnUrl && returnUrl === null)
        throw createAccountStepError("FeAuth-004", 403, "The return address must be a path within Sheaf.");
      return createConsentUrl(deps, call, { shop, returnUrl, further: await readGrantedScopes(deps, shop) });
    },
  });
