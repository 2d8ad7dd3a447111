import type { Readable } from "node:stream";

export type MailAttachment = {
  name: string;
  contentType: string;
  /** Bytes, or a function that reads them, whose errors `send` rethrows. */
  content: Uint8Array | (() => Promise<Readable>);
  /** Size of the file. The server is told a mail's size only if all its files have one. */
  bytes?: number;
};

export type MailMessage = {
  /** Stable id, `[a-zA-Z0-9._-]+`. It gives the Message-ID, so mail clients show a repeated mail once. */
  id: string;
  /** Owner of the mail, which only the outbox shows. */
  owner?: { tenant: string; shop: string };
  /** Recipients as plain addresses, `name@host`. */
  to: readonly string[];
  /** Sender; default: the adapter's address. */
  from?: string;
  /** Sender's name; default: Sheaf. */
  fromName?: string;
  /** Recipients to send to now, spelled as in `to`. Default: all. */
  only?: readonly string[];
  replyTo?: string;
  /** Prevents out-of-office replies (RFC 3834). */
  automatic?: boolean;
  subject: string;
  text: string;
  html?: string;
  date: Date;
  attachments?: readonly MailAttachment[];
};

/** A recipient refused while others were accepted. */
export type RefusedRecipient = {
  address: string;
  /** True if retrying can't help. */
  forGood: boolean;
  /** Set if non-ASCII letters before the @ are the cause. */
  letters?: true;
  /** Set if the recipient would be accepted at once in another mail. */
  inNextMail?: true;
};
/** A mail that was accepted. `answer`: the server's text. Remove addresses before showing it. */
export type AcceptedMail = { answer: string; refused: readonly RefusedRecipient[] };

export type SendOptions = {
  /** Stops the sending. A server that may have the whole mail still gets some seconds to respond. */
  signal?: AbortSignal;
  /** Awaited before the last bytes. Afterwards the server may have the mail, whatever it answers. */
  beforeEnd?: () => Promise<void>;
  /**
   * Called before sending, with addresses that count as refused for good: the server can't take letters before the @.
   */
  onUnsendable?: (addresses: readonly string[]) => void;
};

/** Sends mail at least once. */
export type Mail = {
  /**
   * Resolves when a mail server or folder takes the mail for a recipient.
   * @throws {MailRefused} it will never be taken
   * @throws {MailUnavailable} nobody takes it now
   * @throws {StoreUnwritable} the folder takes nothing now
   * @throws {RangeError} no address, an invalid one, or a line break in the subject or a name
   * @throws the signal's reason on abort; errors of `beforeEnd`
   */
  send(message: MailMessage, options?: SendOptions): Promise<AcceptedMail>;
  close(): Promise<void>;
};

export type Outbox = Mail & {
  remove(id: string): Promise<boolean>;
  /** Removes a tenant's mails; returns how many. `begin`: start of their ids, default all. */
  removeOfTenant(tenant: string, begin?: string): Promise<number>;
  /** Removes mails older than a moment; returns how many. */
  removeBefore(moment: Date): Promise<number>;
};

/**
 * The server refused this mail. `recipient`: all of these addresses, for good. `content`: the mail's content, which its
 * filter may judge otherwise later. `letters`: it can't take the letters before the @ of any address. `code`: such as
 * `554 5.7.1`.
 * `command`: such as `RCPT TO`; undefined if unknown.
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
 * `relay`: any mail would fail. `mail`: size, recipients or content may be the cause. `recipient`: a working server's
 * response to a recipient.
 */
export type FaultScope = "relay" | "mail" | "recipient";

/**
 * No server takes the mail now. `ours`: the operator must fix it, such as a login or relay; else the recipients' side
 * asks for a retry. `notTaken`: the server lacks the whole mail or refused it; else its response was lost. `reason`:
 * for operators, without addresses, such as `code 454 to STARTTLS`. `refused`: after a lost response, the recipients
 * refused before.
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

/** Size of bytes as Base64 in lines of 76 characters. */
export const encodedBytes = (bytes: number): number => {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.max(0, Math.ceil(characters / 76) - 1);
};

/** Bytes for headers and text. */
const roomForText = 20_000;

/** True if a mail with a file of so many bytes stays within MAIL_ATTACHMENT_MAX_MB. */
export const fitsMail = (bytes: number, attachmentMaxMb: number): boolean =>
  encodedBytes(bytes) + roomForText <= attachmentMaxMb * 1_000_000;

/** Accepts one @, no whitespace, nothing that separates addresses or ends a header. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u.test(text);

/** @throws {RangeError} */
export const assertMailId = (id: string): void => {
  if (!/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,99}$/.test(id)) throw new RangeError(`"${id}" cannot be the id of a mail.`);
};

/** @throws {RangeError} */
export const assertMail = ({ id, owner, to, only = to, from, fromName = "", replyTo, subject }: MailMessage): void => {
  assertMailId(id);
  if (to.length === 0 || only.length === 0 || only.some((address) => !to.includes(address)))
    throw new RangeError(`Mail ${id} has no recipient. Give an address.`);
  const bad = [...to, from, replyTo].some((address) => address !== undefined && !isMailAddress(address));
  // An address may be personal: keep it out of messages and logs.
  if (bad) throw new RangeError(`Mail ${id} has an invalid address. Give addresses like name@host.`);
  if (/[\r\n]/.test(fromName))
    throw new RangeError(`The sender's name of mail ${id} contains a line break. Remove it.`);
  if (owner && /[\r\n]/.test(owner.tenant + owner.shop))
    throw new RangeError(`The shop of mail ${id} contains a line break. Remove it.`);
  if (/[\r\n]/.test(subject)) throw new RangeError(`The subject of mail ${id} contains a line break. Remove it.`);
};
