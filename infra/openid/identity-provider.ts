import * as openid from "openid-client";
import { type IdentityProvider, IdentityUnavailable, SignInRefused } from "../ports/identity-provider.ts";

export type OpenIdOptions = {
  issuer: string;
  clientId: string;
  /** Client secret; unset: PKCE is used alone. */
  clientSecret?: string | undefined;
  /** Our address, exactly as the provider knows it. */
  redirectUri: string;
  /** Where browsers go after the provider has signed them out. */
  signedOutUri: string;
};

/** Timeout, s: a person waits. */
const timeoutSeconds = 8;
/** Lifetime of the configuration, ms: addresses may move. */
const metadataTtlMs = 3_600_000;

const refusals = [openid.AuthorizationResponseError, openid.ResponseBodyError];
const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** True for all but a refusal and an invalid response. */
const isUnavailable = (error: unknown): boolean =>
  !refusals.some((kind) => error instanceof kind) &&
  (!(error instanceof openid.ClientError) || error.code === "OAUTH_TIMEOUT");

/**
 * Signs in at an OpenID Connect provider. Reads its configuration at the first sign-in. Checks signatures of ID tokens.
 */
export const createOpenId = (options: OpenIdOptions): IdentityProvider => {
  const { issuer, clientId, clientSecret, redirectUri, signedOutUri } = options;
  let cached: { at: number; configuration: Promise<openid.Configuration> } | undefined;
  const discover = (): Promise<openid.Configuration> =>
    openid.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          openid.enableNonRepudiationChecks,
          // Settings allow it only in the local environment.
          ...(issuer.startsWith("http:") ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  const configuration = async (): Promise<openid.Configuration> => {
    if (cached === undefined || performance.now() - cached.at > metadataTtlMs)
      cached = { at: performance.now(), configuration: discover() };
    return cached.configuration.catch((error: unknown) => {
      cached = undefined;
      throw new IdentityUnavailable(`${issuer} does not answer as an OpenID Connect provider: ${inWords(error)}`, {
        cause: error,
      });
    });
  };
  return {
    issuer,
    begin: async () => {
      const provider = await configuration();
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const address = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: "openid profile",
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return { address: address.href, secrets };
    },
    finish: async (query, { state, nonce, verifier }) => {
      const provider = await configuration();
      // Built from the setting, never from the requested address: a browser can set its host.
      const answered = new URL(redirectUri);
      answered.search = query;
      const tokens = await openid
        .authorizationCodeGrant(provider, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          const Kind = isUnavailable(error) ? IdentityUnavailable : SignInRefused;
          throw new Kind(inWords(error), { cause: error });
        });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInRefused("There was no ID token in the answer.");
      const name = typeof claims.name === "string" && claims.name.trim() !== "" ? claims.name : claims.sub;
      return { subject: claims.sub, name: name.slice(0, 200), claims };
    },
    signOutAddress: async () => {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      return openid.buildEndSessionUrl(provider, { post_logout_redirect_uri: signedOutUri }).href;
    },
  };
};
