/** A sign-in's secrets; only the browser that began it may finish it. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** `subject` never changes; `claims`: the ID token's. */
type SignedIn = { subject: string; name: string; claims: Readonly<Record<string, unknown>> };

/** An OpenID Connect provider, used by the code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string;
  /** Returns the address for a browser. @throws {IdentityUnavailable} */
  begin(): Promise<{ address: string; secrets: SignInSecrets }>;
  /**
   * Finishes a sign-in with the redirect's query.
   * @throws {SignInRefused} the provider refuses, or its response doesn't hold
   * @throws {IdentityUnavailable}
   */
  finish(query: string, secrets: SignInSecrets): Promise<SignedIn>;
  /**
   * Returns the address that signs a browser out of the provider, if there is one.
   * @throws {IdentityUnavailable}
   */
  signOutAddress(): Promise<string | undefined>;
};

/** Thrown when the provider doesn't answer as one. */
export class IdentityUnavailable extends Error {
  override name = "IdentityUnavailable";
}

/** Thrown when the provider refuses, or its response doesn't match the request. The message is for the log. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}
