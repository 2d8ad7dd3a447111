import { DestinationKind, type FtpProtocol, type WebhookMethod } from "../../enumerations.ts";
import { type PersonalTexts, personalPrefix, spokenErased } from "../../filters/personal.ts";

/**
 * Where the files of an automated report go (S-2.3.9), in one of two forms as values of filters have (ADR 21, ADR 75). *Spoken*: what was
 * typed, as rules and whoever delivers take it. *Kept*: a reference to the vault for every text of which a person, an address or a secret may be
 * part, as events, states, snapshots and read models hold it. An empty text is both.
 */
export type Destination = EmailSetup | FtpSetup | WebhookSetup | PublicUrlSetup;

export type EmailSetup = {
  kind: typeof DestinationKind.Email;
  /** Vault: each by itself. */
  recipients: readonly string[];
  /** Vault; '' is Sheaf's own. */
  fromName: string;
  /** Vault; '' is none. */
  replyTo: string;
  /** Vault, with placeholders; '' is the usual one. */
  subject: string;
  /** Vault, with placeholders; '' is the usual one. */
  message: string;
  /** A link to the file instead of the file itself. */
  asLink: boolean;
};

export type FtpSetup = {
  kind: typeof DestinationKind.Ftp;
  protocol: FtpProtocol;
  /** A name or an address. */
  host: string;
  /** null is that of the protocol. */
  port: number | null;
  /** '' is the root. */
  directory: string;
  /** Vault. */
  username: string;
  /** Vault, never spoken but to the server it is for. */
  password: string;
  /** Files are written directly under their final names. Absent means false, as in all earlier events. */
  direct?: true;
};

export type WebhookSetup = {
  kind: typeof DestinationKind.Webhook;
  method: WebhookMethod;
  /** Vault: such addresses often hold a key. */
  url: string;
};

export type PublicUrlSetup = { kind: typeof DestinationKind.PublicUrl; reportName: string };

/** References of secrets in the vault begin with it: they are read by whoever delivers, and by nobody who answers a call. */
const secretPrefix = "sv:";

/** All prefixes under which words of a save are kept before its event is there. */
export const keptPrefixes = [personalPrefix, secretPrefix] as const;

/** How a text is kept: by which prefix its reference begins. */
export type KeptUnder = (typeof keptPrefixes)[number];

/** The same destination with every text of it that the vault keeps made another; empty ones stay empty. */
export const mapKept = (destination: Destination, change: (text: string, under: KeptUnder) => string): Destination => {
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

/** The texts of a destination that the vault keeps, or the references in place of them. */
export const keptTexts = (destination: Destination): { text: string; under: KeptUnder }[] => {
  const found: { text: string; under: KeptUnder }[] = [];
  mapKept(destination, (text, under) => {
    found.push({ text, under });
    return text;
  });
  return found;
};

/** References in kept destinations, each once. */
export const referencesTo = (kept: readonly Destination[], under: KeptUnder): string[] => [
  ...new Set(kept.flatMap(keptTexts).flatMap((one) => (one.under === under ? [one.text] : []))),
];

/**
 * A kept destination spoken again. What was erased, and every secret that `texts` does not have, is a mark with the reference behind it, which
 * nobody can type: sent back, it stands for what is there.
 */
export const spokenDestination = (kept: Destination, texts: PersonalTexts): Destination =>
  mapKept(kept, (reference) => texts.get(reference) ?? spokenErased(reference));

/** Whether a kept text is a reference. */
export const isReference = (kept: string): boolean => /^[ps]v:[\w-]{22}$/.test(kept);

const standing = new RegExp(`^${spokenErased("")}([ps]v:[\\w-]{22})$`, "u");

/** The reference of a spoken text that stands for what is kept already, whose words nobody looks at; undefined of others. */
export const referenceIn = (spoken: string): string | undefined => standing.exec(spoken)?.[1];

export type WithDestinations = { destination: Destination; next?: Destination | null };

/** The destination of a report and the one that isn't in use yet, which is always of another kind. */
export const destinationsOf = ({ destination, next }: WithDestinations): Destination[] =>
  next ? [destination, next] : [destination];

/** The report's destination of a kind, in use or not yet. */
export const setupOf = <Kind extends Destination["kind"]>(
  report: WithDestinations,
  kind: Kind,
): Extract<Destination, { kind: Kind }> | undefined =>
  destinationsOf(report).find((one): one is Extract<Destination, { kind: Kind }> => one.kind === kind);

/** Stands for a password on its way to a browser, and back for the one that is there. */
export const passwordMask = "••••••••";
