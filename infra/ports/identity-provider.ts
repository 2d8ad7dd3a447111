/** Only the browser that began the sign-in may finish it. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** `subject` never changes; `claims`: the ID token's. */
type SignedIn = { subject: string; name: string; claims: Readonly<Record<string, unknown>> };

/** OpenID Connect, code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string;
  /** @throws {IdentityUnavailable} */
  begin(): Promise<{ address: string; secrets: SignInSecrets }>;
  /**
   * `query`: the redirect's.
   * @throws {SignInRefused} the provider refuses, or its response is invalid
   * @throws {IdentityUnavailable}
   */
  finish(query: string, secrets: SignInSecrets): Promise<SignedIn>;
  /** Undefined if the provider has none. @throws {IdentityUnavailable} */
  signOutAddress(): Promise<string | undefined>;
};

/** The provider doesn't answer as one. */
export class IdentityUnavailable extends Error {
  override name = "IdentityUnavailable";
}

/** The provider refuses, or its response is invalid. The message is for the log. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}
