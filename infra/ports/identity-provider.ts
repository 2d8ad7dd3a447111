/** Secrets of a sign-in: only the browser that began it may finish it. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** A person who signed in. `subject` never changes; `claims`: those of the ID token. */
type SignedIn = { subject: string; name: string; claims: Readonly<Record<string, unknown>> };

/** OpenID Connect, code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string;
  /** @throws {IdentityUnavailable} */
  begin(): Promise<{ address: string; secrets: SignInSecrets }>;
  /**
   * Finishes a sign-in. `query`: of the redirect.
   * @throws {SignInRefused} the provider refuses, or its response is invalid
   * @throws {IdentityUnavailable}
   */
  finish(query: string, secrets: SignInSecrets): Promise<SignedIn>;
  /**
   * Address for signing out. Undefined if the provider has none.
   * @throws {IdentityUnavailable}
   */
  signOutAddress(): Promise<string | undefined>;
};

/** The provider doesn't respond as OpenID Connect demands. */
export class IdentityUnavailable extends Error {
  override name = "IdentityUnavailable";
}

/** The provider refuses, or its response is invalid. The message is for the log. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}
