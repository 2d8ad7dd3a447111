import type { Readable } from "node:stream";

export type FinishedFile = {
  /** No folders. Contains the slot; the same on every try. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Hex. Other bytes are never sent as a whole file. */
  readonly sha256: string;
  /** Opens the bytes from the start, any number of times. */
  open(): Promise<Readable>;
  /** Download address; a secret, as it grants access. */
  readonly link: string;
};

export type EmailDestination = {
  readonly kind: "email";
  readonly recipients: readonly string[];
  /** This and the next three may be empty. */
  readonly fromName: string;
  readonly replyTo: string;
  /** With placeholders (`domain/destinations/compose-mail.ts`). */
  readonly subject: string;
  readonly message: string;
  readonly asLink: boolean;
};

export type FtpDestination = {
  readonly kind: "ftp";
  /** Keys of `FtpProtocol`. */
  readonly protocol: "FTP" | "FTPS" | "SFTP" | "FTPSSessionResumption";
  readonly host: string;
  /** Default: 21, for SFTP 22. */
  readonly port?: number;
  /** Empty: the login directory. Relative to it without a leading slash. */
  readonly directory: string;
  readonly username: string;
  readonly password: string;
  /** Writes files under their final names, for users who may not rename. */
  readonly direct?: boolean;
};

export type WebhookDestination = {
  readonly kind: "webhook";
  readonly method: "GET" | "POST";
  readonly url: string;
  /** Signs calls (docs/webhooks.md). */
  readonly secret: string;
};

export type Destination = EmailDestination | FtpDestination | WebhookDestination;

export type Delivery<To extends Destination = Destination> = {
  /** Stable over all tries: `[a-zA-Z0-9_-]`, at most 90 characters. */
  readonly id: string;
  readonly tenant: string;
  /** The shop's name. */
  readonly shop: string;
  readonly file: FinishedFile;
  /** The automated report's. */
  readonly title: string;
  /** The file's period: ISO UTC instants, half open. */
  readonly period: { readonly from: string; readonly to: string };
  /** The shop's. */
  readonly zone: string;
  /** Time the file was made, ISO UTC; the same on every try. */
  readonly createdAt: string;
  /** Marks a test run, where possible. */
  readonly test: boolean;
  /** Sentences for the mail, such as the number of missing pictures. */
  readonly notes: readonly string[];
  readonly destination: To;
};

export type StepName =
  | "resolved"
  | "connected"
  | "secured"
  | "logged in"
  | "made directory"
  | "wrote"
  | "checked size"
  | "renamed"
  | "removed"
  | "called"
  | "handed over"
  /** The response to a whole mail. Recorded only if it was lost. */
  | "answered";
export type Step = {
  readonly step: StepName;
  /** Duration. */
  readonly ms: number;
  /** Set on the last step that counts. */
  readonly failed?: true;
  /** Set if, after a failed step, the receiver holds nothing of the report. */
  readonly nothingLeft?: true;
};

/** The receiver's confirmation, without mail addresses or secrets. */
export type Receipt = {
  /** ISO UTC. */
  readonly at: string;
  /** "2 recipients", "2 of 3 recipients", "ftp.example, /in/Orders.csv", "hooks.example". */
  readonly to: string;
  /** "226 Transfer complete." */
  readonly answer: string;
  readonly steps: readonly Step[];
  /** An earlier try was confirmed; nothing was sent. */
  readonly before: boolean;
  /** Indexes of recipients that this try reached. Undefined for other destinations, and if another try was confirmed. */
  readonly newlyReached?: readonly number[];
  /** Indexes of recipients refused for good while others have the report. */
  readonly refused: readonly number[];
  /** Indexes of recipients whose address our mail server can't take (letters before the @). Default: none. */
  readonly unsendable?: readonly number[];
};

/**
 * `lasting`: needs someone to act, such as a refused password. The last four are about e-mails, named as in the
 * ledger (ADR 111).
 */
export type FailureKind = "temporary" | "lasting" | "ours" | "deferred" | "content" | "unconfirmed";

/** Thrown when the receiver hasn't confirmed. The message is for merchants, without secrets or mail addresses. */
export class DeliveryFailed extends Error {
  override name = "DeliveryFailed";
  readonly kind: FailureKind;
  readonly steps: readonly Step[];
  /** Recipients that have it, by any try; a retry sends to the others alone. */
  readonly reached: number;
  /** Those that this try reached: indexes into the list, from 0. Undefined if unknown. */
  readonly newlyReached: readonly number[] | undefined;
  /** Recipients refused for good: indexes into the list, from 0. */
  readonly refused: readonly number[];
  /** Recipients whose address our mail server can't take: indexes into the list, from 0. */
  readonly unsendable: readonly number[];
  /**
   * Recipients that may have it, as the answer to their mail was lost: indexes into the list, from 0. The others that
   * it didn't reach surely lack it. Undefined if it isn't known who.
   */
  readonly inDoubt: readonly number[] | undefined;
  /** Earliest next try that the receiver asks for, ISO UTC. */
  readonly notBefore: string | undefined;
  /** Retrying can't help, though the failure doesn't count. */
  readonly final: boolean;

  /** `cause`: the error for the log. */
  constructor(
    kind: FailureKind,
    message: string,
    details: {
      steps?: readonly Step[];
      reached?: number;
      newlyReached?: readonly number[] | undefined;
      refused?: readonly number[];
      unsendable?: readonly number[];
      inDoubt?: readonly number[] | undefined;
      notBefore?: string | undefined;
      final?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.kind = kind;
    this.steps = details.steps ?? [];
    this.reached = details.reached ?? 0;
    this.newlyReached = details.newlyReached;
    this.refused = details.refused ?? [];
    this.unsendable = details.unsendable ?? [];
    this.inDoubt = details.inDoubt;
    this.notBefore = details.notBefore;
    this.final = details.final ?? false;
  }
}

export type TestOutcome = {
  readonly worked: boolean;
  /** The text that the specification gives. */
  readonly text: string;
  /** Why it failed, or what a successful test left behind. */
  readonly reason: string | null;
  /** The receiver's response when it took the file. */
  readonly answer: string | null;
  readonly steps: readonly Step[];
};

export type Destinations = {
  /**
   * Sends a file, whole or not at all. Never resends an id confirmed in the last 8 days.
   * @throws {DeliveryFailed}
   * @throws the signal's reason, when it aborts; errors of `file.open`; {FileDamaged}
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt>;
  /**
   * Counts the recipients that have an e-mail after a lost attempt. Undefined if others may have it too, or if nothing is
   * known. `isFirst`: that attempt was the first, so without a record it sent nothing.
   */
  countCertainlyReached(deliveryId: string, of: { isFirst: boolean }): Promise<number | undefined>;
  /**
   * Writes a small file where reports would go, and removes it if allowed.
   * @throws the signal's reason, when it aborts
   */
  testFtp(destination: FtpDestination, of: { tenant: string }, signal: AbortSignal): Promise<TestOutcome>;
  /** Calls the address as for a report, with no orders. @throws the signal's reason, when it aborts */
  testWebhook(
    destination: WebhookDestination,
    of: { id: string; tenant: string; fileUrl: string; createdAt: string },
    signal: AbortSignal,
  ): Promise<TestOutcome>;
  /** Returns whether {@link Destinations.forgetPinnedKeys} would forget a key. */
  hasPinnedKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<boolean>;
  /** Forgets the pinned keys, so that the next delivery accepts a key changed on purpose. */
  forgetPinnedKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<void>;
  close(): void;
};

/** Thrown if a file's bytes differ from those published. */
export class FileDamaged extends Error {
  override name = "FileDamaged";
  readonly steps: readonly Step[];

  constructor(message: string, { steps = [] }: { steps?: readonly Step[] } = {}) {
    super(message);
    this.steps = steps;
  }
}
