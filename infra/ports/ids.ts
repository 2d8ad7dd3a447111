/** `secret`: unguessable, `bytes` random bytes as base64url. */
export type Ids = {
  uuid(): string;
  secret(bytes?: number): string;
};
