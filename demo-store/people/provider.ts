import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import Provider from "oidc-provider";
import { demoPeoplePath } from "#infra/config/support.ts";
import { readFields, sendHtml } from "../server/http.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import { errorPage, signedOutPage, signInPage, signOutPage } from "./pages.ts";
import type { Passwords, Person } from "./passwords.ts";

export type PeopleProvider = {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

export type PeopleOptions = {
  people: readonly Person[];
  passwords: Passwords;
  origin: string;
  clientId: string;
  supportUrl: string;
};

const signingKey = () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" };
};

/**
 * The demo's OpenID Connect provider, only in the local environment: a few people with one-time passwords, and the
 * support console as its only client.
 */
export const createPeopleProvider = (options: PeopleOptions): PeopleProvider => {
  const { people, passwords, origin, clientId, supportUrl } = options;
  const issuer = `${origin}${demoPeoplePath}`;
  const findPerson = (id: string | undefined): Person | undefined => people.find((person) => person.id === id);
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        redirect_uris: [`${supportUrl}/support/auth/callback`],
        post_logout_redirect_uris: [`${supportUrl}/support/`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "none",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: {
      keys: [randomBytes(32).toString("base64url")],
      names: { session: "demo-people", interaction: "demo-people-interaction", resume: "demo-people-resume" },
    },
    pkce: { required: () => true },
    // Companies' providers put roles into the ID token as well.
    conformIdTokenClaims: false,
    claims: { openid: ["sub", "roles"], profile: ["name"] },
    scopes: ["openid", "profile"],
    findAccount: (_context, id) => {
      const person = findPerson(id);
      return person && { accountId: id, claims: () => ({ sub: id, name: person.name, roles: [...person.roles] }) };
    },
    // Signing in implies consent.
    loadExistingGrant: async (context) => {
      const { client, session, provider: own } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `${demoPeoplePath}/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage();
        },
      },
    },
    renderError: (context, out) => {
      context.type = "html";
      context.body = errorPage(out.error_description ?? out.error);
    },
    ttl: { Session: 8 * 3_600, Interaction: 600, Grant: 8 * 3_600, AccessToken: 300, IdToken: 300 },
  });
  const handle = provider.callback();

  const signIn = async (uid: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Throws if the interaction is over, or belongs to another browser.
    await provider.interactionDetails(request, response);
    if (request.method !== "POST")
      return sendHtml(response, 200, signInPage(people, { uid, wrong: false, chosen: "" }));
    const { person, password } = await readFields(request);
    const who = findPerson(String(person));
    if (!who || !passwords.consume(who.id, String(password)))
      return sendHtml(response, 401, signInPage(people, { uid, wrong: true, chosen: String(person) }));
    await provider.interactionFinished(request, response, { login: { accountId: who.id } });
  };

  return {
    serve: async (request, response) => {
      const path = (request.url ?? "/").slice(demoPeoplePath.length) || "/";
      const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1];
      if (uid !== undefined)
        return signIn(uid, request, response).catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== "SessionNotFound") throw error;
          sendHtml(response, 400, errorPage("This sign-in is over. Open the support console and begin again."));
        });
      // Mimics a router's mount, as the provider builds its addresses from both.
      Object.assign(request, { originalUrl: request.url, url: path });
      await handle(request, response);
    },
  };
};
