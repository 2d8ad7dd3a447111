import { DestinationKind, type FtpProtocol, type WebhookMethod } from "../../enumerations.ts";
import { type PersonalTexts, personalPrefix, toErasedPlaintext } from "../../filters/personal.ts";

/**
 * Destination of files (S-2.3.9), in two forms like filter values (ADR 21, ADR 75). Plaintext: as typed, for validation
 * and delivery. Tokenized: vault references replace texts that may contain a person, an address or a secret; for
 * events, states, snapshots and read models. Empty texts are the same in both.
 */
export type Destination = EmailSetup | FtpSetup | WebhookSetup | PublicUrlSetup;

export type EmailSetup = {
  kind: typeof DestinationKind.Email;
  /** In the vault, each separately. */
  recipients: readonly string[];
  /** In the vault; '' is Sheaf's own name. */
  fromName: string;
  /** In the vault; '' for none. */
  replyTo: string;
  /** In the vault, with placeholders; '' for the default. */
  subject: string;
  /** In the vault, with placeholders; '' for the default. */
  message: string;
  /** Sends a link instead of the file. */
  asLink: boolean;
};

export type FtpSetup = {
  kind: typeof DestinationKind.Ftp;
  protocol: FtpProtocol;
  /** Name or IP address. */
  host: string;
  /** null means the protocol's default. */
  port: number | null;
  /** '' is the root. */
  directory: string;
  /** In the vault. */
  username: string;
  /** In the vault; only sent to the server itself. */
  password: string;
  /** Writes files directly under their final names. Absent in old events. */
  direct?: true;
};

export type WebhookSetup = {
  kind: typeof DestinationKind.Webhook;
  method: WebhookMethod;
  /** In the vault: webhook addresses often contain a key. */
  url: string;
};

export type PublicUrlSetup = { kind: typeof DestinationKind.PublicUrl; reportName: string };

/** Prefixes references to secrets. Only deliveries resolve them, never calls. */
const secretPrefix = "sv:";

/** A save stores texts under these prefixes in the vault before its event exists. */
export const vaultPrefixes = [personalPrefix, secretPrefix] as const;

/** The prefix of a text's vault reference. */
export type VaultPrefix = (typeof vaultPrefixes)[number];

/** Maps every text that the vault holds; empty ones stay empty. */
export const mapVaultTexts = (
  destination: Destination,
  change: (text: string, under: VaultPrefix) => string,
): Destination => {
  const own = (text: string) => (text === "" ? "" : change(text, personalPrefix));
  switch (destination.kind) {
    case DestinationKind.Email:
      return {
        ...destination,
        recipients: destination.recipients.map(own),
        fromName: own(destination.fromName),
        replyTo: own(destination.replyTo),
        subject: own(destination.subject),
        message: own(destination.message),
      };
    case DestinationKind.Ftp:
      return {
        ...destination,
        username: own(destination.username),
        password: destination.password === "" ? "" : change(destination.password, secretPrefix),
      };
    case DestinationKind.Webhook:
      return { ...destination, url: own(destination.url) };
    case DestinationKind.PublicUrl:
      return destination;
  }
};

/** Lists the vault's texts of a destination, or their references. */
export const listVaultTexts = (destination: Destination): { text: string; under: VaultPrefix }[] => {
  const found: { text: string; under: VaultPrefix }[] = [];
  mapVaultTexts(destination, (text, under) => {
    found.push({ text, under });
    return text;
  });
  return found;
};

/** Lists distinct references. */
export const listVaultReferences = (tokenized: readonly Destination[], under: VaultPrefix): string[] => [
  ...new Set(tokenized.flatMap(listVaultTexts).flatMap((one) => (one.under === under ? [one.text] : []))),
];

/**
 * Puts texts in place of references. Erased texts, and secrets missing in `texts`, become a mark plus the reference,
 * which nobody can type. Sent back, it keeps the stored text.
 */
export const detokenizeDestination = (tokenized: Destination, texts: PersonalTexts): Destination =>
  mapVaultTexts(tokenized, (reference) => texts.get(reference) ?? toErasedPlaintext(reference));

/** True for a vault reference. */
export const isReference = (tokenized: string): boolean => /^[ps]v:[\w-]{22}$/.test(tokenized);

/** True for the vault reference of a secret. */
export const isSecretReference = (value: unknown): value is string =>
  typeof value === "string" && isReference(value) && value.startsWith(secretPrefix);

/** True for references that calls may resolve: never a secret's, in any field. */
export const isReadableReference = (value: unknown): value is string =>
  typeof value === "string" && isReference(value) && !isSecretReference(value);

const erasedMarkPattern = new RegExp(`^${toErasedPlaintext("")}([ps]v:[\\w-]{22})$`, "u");

/** Returns the reference of an unchanged text, sent back as a mark. */
export const parseErasedReference = (plaintext: string): string | undefined => erasedMarkPattern.exec(plaintext)?.[1];

export type WithDestinations = { destination: Destination; next?: Destination | null };

/** The next destination is always of another kind. */
export const listDestinations = ({ destination, next }: WithDestinations): Destination[] =>
  next ? [destination, next] : [destination];

/** Finds the destination of a kind, in use or not yet. */
export const findSetup = <Kind extends Destination["kind"]>(
  report: WithDestinations,
  kind: Kind,
): Extract<Destination, { kind: Kind }> | undefined =>
  listDestinations(report).find((one): one is Extract<Destination, { kind: Kind }> => one.kind === kind);

/** Masks a password in a browser. Sent back, it keeps the stored one. */
export const passwordMask = "••••••••";
