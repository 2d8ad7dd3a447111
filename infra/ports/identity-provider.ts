/** What a sign-in is known by from its beginning to its end. Secret; only the browser that began it may end it. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** Somebody whom the provider has told of. `subject` never changes; claims are those of the ID token. */
type SignedIn = { subject: string; name: string; claims: Readonly<Record<string, unknown>> };

/** Where people sign in: an OpenID Connect provider, asked by the code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string;
  /** Address to lead a browser to. @throws {IdentityUnavailable} */
  begin(): Promise<{ address: string; secrets: SignInSecrets }>;
  /**
   * Ends a sign-in by what the provider gave the browser for us: the query of our redirect address.
   * @throws {SignInRefused} the provider, or what it says, refuses
   * @throws {IdentityUnavailable}
   */
  finish(query: string, secrets: SignInSecrets): Promise<SignedIn>;
  /** Where a browser is led to be signed out of the provider too; undefined of a provider that has no such address. @throws {IdentityUnavailable} */
  signOutAddress(): Promise<string | undefined>;
};

/** The provider does not answer, or not as one. */
export class IdentityUnavailable extends Error {
  override name = "IdentityUnavailable";
}

/** Nobody is signed in: the provider says no, or what came is not what was asked for. The message is for the log. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}
