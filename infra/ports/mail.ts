import type { Readable } from "node:stream";

export type MailAttachment = {
  name: string;
  contentType: string;
  /** The bytes, or a function that reads them; send rethrows its errors. */
  content: Uint8Array | (() => Promise<Readable>);
  /** Size of `content` if it is a file. A mail server is told a mail's size if all its files have one. */
  bytes?: number;
};

export type MailMessage = {
  /** Stable, `[a-zA-Z0-9._-]+`. The Message-ID derives from it, so recipients see a mail sent twice once. */
  id: string;
  /** The mail's shop; only the outbox shows it. */
  owner?: { tenant: string; shop: string };
  /** Plain addresses, `name@host`. */
  to: readonly string[];
  /** Default: the adapter's address. */
  from?: string;
  /** Default: Sheaf. */
  fromName?: string;
  /** Recipients who get it now, spelled as in `to`; the others have it already. Default: all. */
  only?: readonly string[];
  replyTo?: string;
  /** Not written by a person, so no out-of-office reply may answer it (RFC 3834). */
  automatic?: boolean;
  subject: string;
  text: string;
  html?: string;
  /** For the Date header. */
  date: Date;
  attachments?: readonly MailAttachment[];
};

/** A recipient refused by a mail server that took the mail for others. */
export type RefusedRecipient = {
  address: string;
  /** True if retrying can't help. */
  forGood: boolean;
  /** Set if the server doesn't take this address because of non-ASCII letters before the @. */
  letters?: true;
  /** Set if this recipient may get the mail at once, but not together with the others. */
  inNextMail?: true;
};
/** `answer`: in the server's words; remove addresses before showing it. */
export type AcceptedMail = { answer: string; refused: readonly RefusedRecipient[] };

export type SendOptions = {
  /** Gives up. A mail server that may have the whole mail gets some seconds to answer. */
  signal?: AbortSignal;
  /** Awaited before the last bytes are sent: afterwards the mail server may have the mail, whatever it answers. */
  beforeEnd?: () => Promise<void>;
  /**
   * Called before the mail is sent with the addresses that the server can't take, because of letters before the @. They
   * count as refused for good.
   */
  onUnsendable?: (addresses: readonly string[]) => void;
};

/** Delivers at least once. */
export type Mail = {
  /**
   * Resolves when a mail server, or a folder, takes the mail for at least one recipient.
   * @throws {MailRefused} it will never be taken
   * @throws {MailUnavailable} nobody could take it now
   * @throws the signal's reason, when it aborts; errors of `beforeEnd`
   * @throws {StoreUnwritable} the folder takes nothing now
   * @throws {RangeError} no address, a malformed one, or a line break in the subject or a name
   */
  send(message: MailMessage, options?: SendOptions): Promise<AcceptedMail>;
  close(): Promise<void>;
};

/** Stores mail for the installation's operator. */
export type Outbox = Mail & {
  /** Returns false when there is no such mail. */
  remove(id: string): Promise<boolean>;
  /** Removes a tenant's e-mails whose ids begin with `begin`, default all; returns how many. */
  removeOfTenant(tenant: string, begin?: string): Promise<number>;
  /** Returns how many it removed. */
  removeBefore(moment: Date): Promise<number>;
};

/**
 * The mail server refused this mail. `recipient`: it takes no mail for any of these addresses, so another try can't
 * help. `content`: it refuses this mail, and its filter may judge otherwise later. `size`: the mail is too large with
 * its files. `letters`: all addresses have letters before the @ that it doesn't take. `code`: its code, such as `554
 * 5.7.1`. `command`: its phase, such as `RCPT TO`; undefined if unknown.
 */
export class MailRefused extends Error {
  override name = "MailRefused";
  readonly because: "recipient" | "content" | "size" | "letters";
  readonly code: string;
  readonly command: string | undefined;

  constructor(
    message: string,
    { because = "recipient", code = "550", command }: Partial<Pick<MailRefused, "because" | "code" | "command">> = {},
  ) {
    super(message);
    this.command = command;
    this.because = because;
    this.code = code;
  }
}

/**
 * Scope of a mail server's fault. `relay`: any mail would fail. `mail`: this mail's size, recipients or content may be
 * the cause. `recipient`: a working server's response to a recipient.
 */
export type FaultScope = "relay" | "mail" | "recipient";

/**
 * No mail server takes the mail now. `ours`: the fault is the operator's, such as a login or relay; else the
 * recipients' side asks for a retry. `notTaken`: the server lacks the whole mail, or refused it; else its response was
 * lost. `reason`: a few words for operators without addresses, such as `its certificate has expired` or `code 454 to
 * STARTTLS`. `refused`: if a response was lost, the recipients whom the mail wasn't sent to, as the server had refused them
 * before.
 */
export class MailUnavailable extends Error {
  override name = "MailUnavailable";
  readonly notTaken: boolean;
  readonly ours: boolean;
  readonly reason: string;
  readonly scope: FaultScope;
  readonly refused: readonly RefusedRecipient[];

  constructor(
    message: string,
    {
      notTaken = false,
      ours = true,
      reason = "no reason is known",
      scope = ours ? "relay" : "recipient",
      refused = [],
    }: Partial<Pick<MailUnavailable, "notTaken" | "ours" | "reason" | "scope" | "refused">> = {},
  ) {
    super(message);
    this.notTaken = notTaken;
    this.ours = ours;
    this.reason = reason;
    this.scope = scope;
    this.refused = refused;
  }
}

/** Returns a file's bytes in a mail: Base64 in lines of 76 characters. */
export const encodedBytes = (bytes: number): number => {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.max(0, Math.ceil(characters / 76) - 1);
};

/** Accepts one @, no whitespace, and nothing that separates addresses or ends a header. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u.test(text);

/** @throws {RangeError} */
export const assertMailId = (id: string): void => {
  if (!/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,99}$/.test(id)) throw new RangeError(`"${id}" cannot be the id of a mail.`);
};

/** Checks a message for every adapter. @throws {RangeError} */
export const assertMail = ({ id, owner, to, only = to, from, fromName = "", replyTo, subject }: MailMessage): void => {
  assertMailId(id);
  if (to.length === 0 || only.length === 0 || only.some((address) => !to.includes(address)))
    throw new RangeError(`Mail ${id} has no recipient. Give an address.`);
  const bad = [...to, from, replyTo].some((address) => address !== undefined && !isMailAddress(address));
  // The address may be personal: keep it out of messages and logs.
  if (bad) throw new RangeError(`Mail ${id} has an invalid address. Give addresses like name@host.`);
  if (/[\r\n]/.test(fromName))
    throw new RangeError(`The sender's name of mail ${id} contains a line break. Remove it.`);
  if (owner && /[\r\n]/.test(owner.tenant + owner.shop))
    throw new RangeError(`The shop of mail ${id} contains a line break. Remove it.`);
  if (/[\r\n]/.test(subject)) throw new RangeError(`The subject of mail ${id} contains a line break. Remove it.`);
};
