/** Returns lower-case hex of UTF-8 text. Injected because the domain imports no Node modules. */
export type Sha256 = (text: string) => string;

/** UUID (version 8, RFC 9562) of names in their order, so a repeated command gets the same ids (D-4). */
export const deriveUuid = (sha256: Sha256, ...names: readonly string[]): string => {
  const hex = sha256(JSON.stringify(names));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Prefix that keeps a shop's rows adjacent in every index (ADR 81). */
export const deriveIdPrefix = (sha256: Sha256, tenant: string): string => sha256(tenant).slice(0, 8);

/** Like {@link deriveUuid}, but begins with these 8 hex digits; 90 bits remain to keep it unique. */
export const deriveUuidWithPrefix = (sha256: Sha256, beginning: string, ...names: readonly string[]): string =>
  `${beginning}${deriveUuid(sha256, ...names).slice(beginning.length)}`;
