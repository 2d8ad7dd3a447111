import type { Readable } from "node:stream";

export type FinishedFile = {
  /** File name without folders, with the slot; the same on every try. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Hash in hex. A file with different bytes is never sent whole. */
  readonly sha256: string;
  /** May be called any number of times. */
  open(): Promise<Readable>;
  /** Secret link: it grants access. */
  readonly link: string;
};

export type EmailDestination = {
  readonly kind: "email";
  readonly recipients: readonly string[];
  /** Name of the sender. Like the next three fields, it may be empty. */
  readonly fromName: string;
  readonly replyTo: string;
  /** Subject with placeholders (`domain/destinations/compose-mail.ts`). */
  readonly subject: string;
  readonly message: string;
  readonly asLink: boolean;
};

export type FtpDestination = {
  readonly kind: "ftp";
  /** Keys of `FtpProtocol`. */
  readonly protocol: "FTP" | "FTPS" | "SFTP" | "FTPSSessionResumption";
  readonly host: string;
  /** Default: 21, or 22 for SFTP. */
  readonly port?: number;
  /** Folder; relative to the login directory without a leading slash. Empty: the login directory. */
  readonly directory: string;
  readonly username: string;
  readonly password: string;
  /** Writes under the final name, for users who may not rename. */
  readonly direct?: boolean;
};

export type WebhookDestination = {
  readonly kind: "webhook";
  readonly method: "GET" | "POST";
  readonly url: string;
  /** Secret that signs calls (docs/webhooks.md). */
  readonly secret: string;
};

export type Destination = EmailDestination | FtpDestination | WebhookDestination;

export type Delivery<To extends Destination = Destination> = {
  /** Id, the same on every try: `[a-zA-Z0-9_-]`, at most 90. */
  readonly id: string;
  readonly tenant: string;
  /** The shop's name. */
  readonly shop: string;
  readonly file: FinishedFile;
  readonly title: string;
  /** Period in ISO UTC, half open. */
  readonly period: { readonly from: string; readonly to: string };
  readonly zone: string;
  /** ISO UTC; the same on every try. */
  readonly createdAt: string;
  /** Marks a test run, where possible. */
  readonly test: boolean;
  /** Notes for the mail, such as the number of missing pictures. */
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
  /** The response to a whole mail. This step is recorded only if it was lost. */
  | "answered";
export type Step = {
  readonly step: StepName;
  readonly ms: number;
  /** Set on the last step that counts. */
  readonly failed?: true;
  /** After a failed step: true if the receiver has nothing of the report. */
  readonly nothingLeft?: true;
};

/** A confirmation without mail addresses or secrets. */
export type Receipt = {
  /** Time in ISO UTC. */
  readonly at: string;
  /** Receiver: "2 of 3 recipients", "ftp.example, /in/Orders.csv", "hooks.example". */
  readonly to: string;
  /** Response, such as "226 Transfer complete." */
  readonly answer: string;
  readonly steps: readonly Step[];
  /** An earlier try was confirmed; this one sent nothing. */
  readonly before: boolean;
  /** Indexes of recipients reached by this try. Undefined for other destinations, or if another try was confirmed. */
  readonly newlyReached?: readonly number[];
  /** Indexes of recipients refused for good; others have the report. */
  readonly refused: readonly number[];
  /** Indexes of addresses our mail server can't take (letters before the @). Default: none. */
  readonly unsendable?: readonly number[];
};

/** `lasting`: someone must act. The last four are the ledger's, for e-mails (ADR 111). */
export type FailureKind = "temporary" | "lasting" | "ours" | "deferred" | "content" | "unconfirmed";

/** The receiver hasn't confirmed. The message is for merchants: no secrets, no mail addresses. */
export class DeliveryFailed extends Error {
  override name = "DeliveryFailed";
  readonly kind: FailureKind;
  readonly steps: readonly Step[];
  /** Number of recipients that have the report, by any try; a retry skips them. */
  readonly reached: number;
  /** Indexes of recipients reached by this try. Undefined if unknown. */
  readonly newlyReached: readonly number[] | undefined;
  /** Indexes of recipients refused for good. */
  readonly refused: readonly number[];
  /** Indexes of addresses our mail server can't take. */
  readonly unsendable: readonly number[];
  /**
   * Indexes of recipients that may have the report, as the response was lost. All others surely lack it. Undefined if
   * unknown.
   */
  readonly inDoubt: readonly number[] | undefined;
  /** Earliest next try for the receiver, ISO UTC. */
  readonly notBefore: string | undefined;
  /** Retrying can't help, yet the failure doesn't count. */
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
  readonly text: string;
  /** Cause of failure, or remains of a successful test. */
  readonly reason: string | null;
  /** The receiver's response on taking the file. */
  readonly answer: string | null;
  readonly steps: readonly Step[];
};

export type Destinations = {
  /**
   * Sends a whole file or nothing. Never resends an id confirmed in the last 8 days.
   * @throws {DeliveryFailed} {FileDamaged}; the signal's reason on abort; errors of `file.open`
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt>;
  /**
   * Counts recipients that surely have an e-mail after a lost attempt. Undefined if unknown, or if more may have it.
   * `isFirst`: the attempt was the first, so without a record nothing was sent.
   */
  countConfirmedRecipients(deliveryId: string, of: { isFirst: boolean }): Promise<number | undefined>;
  /**
   * Writes a small file where reports go, and removes it if allowed.
   * @throws the signal's reason on abort
   */
  testFtp(destination: FtpDestination, of: { tenant: string }, signal: AbortSignal): Promise<TestOutcome>;
  /**
   * Calls the address as for a report without orders.
   * @throws the signal's reason on abort
   */
  testWebhook(
    destination: WebhookDestination,
    of: { id: string; tenant: string; fileUrl: string; createdAt: string },
    signal: AbortSignal,
  ): Promise<TestOutcome>;
  /** Returns whether {@link Destinations.forgetPinnedKeys} would find a key. */
  hasPinnedKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<boolean>;
  /** Lets the next delivery accept a key changed on purpose. */
  forgetPinnedKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<void>;
  close(): void;
};

/** The file's bytes differ from those published. */
export class FileDamaged extends Error {
  override name = "FileDamaged";
  readonly steps: readonly Step[];

  constructor(message: string, { steps = [] }: { steps?: readonly Step[] } = {}) {
    super(message);
    this.steps = steps;
  }
}
