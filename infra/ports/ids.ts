/** Random identifiers. `uuid` for things, `secret` for what must not be guessed (`bytes` random bytes as base64url). */
export type Ids = {
  uuid(): string;
  secret(bytes?: number): string;
};
