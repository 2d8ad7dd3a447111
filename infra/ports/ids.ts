/** Random identifiers. `uuid` for ids, `secret` for unguessable text (`bytes` random bytes as base64url). */
export type Ids = {
  uuid(): string;
  secret(bytes?: number): string;
};
