import type { Readable } from "node:stream";

export type MailAttachment = {
  name: string;
  contentType: string;
  /** The bytes, or a function that reads them; send rethrows its errors. */
  content: Uint8Array | (() => Promise<Readable>);
  /**
   * Bytes of `content`, if it is read from a file. A mail server is told the size of a mail if all its files have
   * theirs.
   */
  bytes?: number;
};

export type MailMessage = {
  /** Stable, `[a-zA-Z0-9._-]+`. The Message-ID derives from it, so a mail sent twice is one mail for its recipients. */
  id: string;
  /** The mail's shop; only the outbox shows it. */
  owner?: { tenant: string; shop: string };
  /** Plain addresses, `name@host`. */
  to: readonly string[];
  /** Default: the adapter's address. */
  from?: string;
  /** Default: Sheaf. */
  fromName?: string;
  /** Those of `to` who get it now, in the same spelling; the others have it already. Default: all. */
  only?: readonly string[];
  replyTo?: string;
  /** No person wrote it, so no out-of-office reply may answer it (RFC 3834). */
  automatic?: boolean;
  subject: string;
  text: string;
  html?: string;
  /** For its Date header. */
  date: Date;
  attachments?: readonly MailAttachment[];
};

/**
 * Recipients that a mail server refused while it took the mail for others. `forGood`: another try would not help.
 * `letters`: it takes no address with letters outside ASCII before the @. `inNextMail`: the same mail may go to this
 * recipient at once, but not together with the others.
 */
export type RefusedRecipient = { address: string; forGood: boolean; letters?: true; inNextMail?: true };
/** `answer`: in the server's words; remove the addresses before anybody sees it. */
export type AcceptedMail = { answer: string; refused: readonly RefusedRecipient[] };

export type SendOptions = {
  /** Gives the mail up. A mail server that may have the whole mail gets some seconds to answer. */
  signal?: AbortSignal;
  /** Awaited before a mail server gets the last bytes: from then on it may have the mail, whatever it answers. */
  beforeEnd?: () => Promise<void>;
};

/** Delivers at least once. */
export type Mail = {
  /**
   * Resolves when the mail is taken for at least one recipient: by a mail server, or into a folder.
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
  /** False when there is no such mail. */
  remove(id: string): Promise<boolean>;
  /** Removes a tenant's mails, or only those whose ids begin with `begin`; answers how many. */
  removeOfTenant(tenant: string, begin?: string): Promise<number>;
  /** Answers how many. */
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
 * Scope of a mail server's fault. `relay`: any mail would fail. `mail`: this mail may be the cause, by its size, its
 * recipients or its content. `recipient`: a working server's answer to a recipient.
 */
export type FaultScope = "relay" | "mail" | "recipient";

/**
 * No mail server could be asked, or it takes no mail now. `ours`: the fault is on the operator's side, such as its
 * log-in or its relay; else the recipients' side asks for a later try. `notTaken`: the server has not got the whole
 * mail, or refused it; else its answer was lost, and it may have taken the mail. `reason`: for operators, in a few
 * words without addresses, such as `its certificate has expired` or `code 454 to STARTTLS`.
 */
export class MailUnavailable extends Error {
  override name = "MailUnavailable";
  readonly notTaken: boolean;
  readonly ours: boolean;
  readonly reason: string;
  readonly scope: FaultScope;

  constructor(
    message: string,
    {
      notTaken = false,
      ours = true,
      reason = "no reason is known",
      scope = ours ? "relay" : "recipient",
    }: Partial<Pick<MailUnavailable, "notTaken" | "ours" | "reason" | "scope">> = {},
  ) {
    super(message);
    this.notTaken = notTaken;
    this.ours = ours;
    this.reason = reason;
    this.scope = scope;
  }
}

/** Bytes of a file in a mail: Base64 in lines of 76 characters. */
export const encodedBytes = (bytes: number): number => {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.max(0, Math.ceil(characters / 76) - 1);
};

/** One @, no blanks, and nothing that separates addresses or ends a header. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u.test(text);

/** @throws {RangeError} */
export const assertMailId = (id: string): void => {
  if (!/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,99}$/.test(id)) throw new RangeError(`"${id}" cannot be the id of a mail.`);
};

/** Checks of every adapter. @throws {RangeError} */
export const assertMail = ({ id, owner, to, only = to, from, fromName = "", replyTo, subject }: MailMessage): void => {
  assertMailId(id);
  if (to.length === 0 || only.length === 0 || only.some((address) => !to.includes(address)))
    throw new RangeError(`Mail ${id} goes to nobody. Give an address.`);
  const bad = [...to, from, replyTo].some((address) => address !== undefined && !isMailAddress(address));
  // The address itself may be personal: it stays out of messages and logs.
  if (bad) throw new RangeError(`Mail ${id} has an address that is none. Give addresses like name@host.`);
  if (/[\r\n]/.test(fromName)) throw new RangeError(`The sender's name of mail ${id} has a line break. Take it out.`);
  if (owner && /[\r\n]/.test(owner.tenant + owner.shop))
    throw new RangeError(`The shop of mail ${id} has a line break. Take it out.`);
  if (/[\r\n]/.test(subject)) throw new RangeError(`The subject of mail ${id} has a line break. Take it out.`);
};
