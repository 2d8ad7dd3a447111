/** Secrets of one sign-in; only the browser that began it may finish it. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** `subject` never changes; claims are those of the ID token. */
type SignedIn = { subject: string; name: string; claims: Readonly<Record<string, unknown>> };

/** An OpenID Connect provider, used by the code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string;
  /** Address to send a browser to. @throws {IdentityUnavailable} */
  begin(): Promise<{ address: string; secrets: SignInSecrets }>;
  /**
   * Finishes a sign-in with the query of our redirect address, which the provider filled.
   * @throws {SignInRefused} the provider refuses, or its answer doesn't hold
   * @throws {IdentityUnavailable}
   */
  finish(query: string, secrets: SignInSecrets): Promise<SignedIn>;
  /**
   * Address that signs a browser out of the provider too; undefined if the provider has none.
   * @throws {IdentityUnavailable}
   */
  signOutAddress(): Promise<string | undefined>;
};

/** The provider doesn't answer, or not as one. */
export class IdentityUnavailable extends Error {
  override name = "IdentityUnavailable";
}

/** Nobody is signed in: the provider refuses, or its answer doesn't match the request. The message is for the log. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}
