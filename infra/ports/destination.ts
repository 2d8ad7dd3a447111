import type { Readable } from "node:stream";

/** A file that is to be sent, as it was published. */
export type FinishedFile = {
  /** Without folders; it holds the slot, and is the same on every try. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of its bytes, hex. What is read and is not this is never sent as whole. */
  readonly sha256: string;
  /** The bytes from the start; may be asked for again. */
  open(): Promise<Readable>;
  /** Where whoever holds this address can get it. Counts as a secret. */
  readonly link: string;
};

export type EmailDestination = {
  readonly kind: "email";
  readonly recipients: readonly string[];
  /** Empty where the merchant left it so; as the next three. */
  readonly fromName: string;
  readonly replyTo: string;
  /** With placeholders (`domain/destinations/mail-words.ts`). */
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
  /** Empty: where the log-in leads. With a slash in front from the root, else from where the log-in leads. */
  readonly directory: string;
  readonly username: string;
  readonly password: string;
  /** Files are written under their final names, for users who may not rename files. */
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
  /** Its name. */
  readonly shop: string;
  readonly file: FinishedFile;
  /** Of the automated report. */
  readonly title: string;
  /** What the file is of: ISO UTC instants, half open. */
  readonly period: { readonly from: string; readonly to: string };
  /** The shop's. */
  readonly zone: string;
  /** When the file was made, ISO UTC; the same on every try. */
  readonly createdAt: string;
  /** A test run, which says so where it can. */
  readonly test: boolean;
  /** Sentences about the file that a mail says, such as how many pictures it lacks. */
  readonly notes: readonly string[];
  readonly destination: To;
};

/** What a try did, in order. */
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
  /** Of a mail that was handed over; noted only where its answer was lost. */
  | "answered";
/**
 * `ms`: how long it took. `failed`: it is the one that did not work, and the last that counts. `nothingLeft`: of one that failed, that the receiver has
 * nothing of the report: it said no, or what it had was taken away again.
 */
export type Step = {
  readonly step: StepName;
  readonly ms: number;
  readonly failed?: true;
  readonly nothingLeft?: true;
};

/** What the receiver confirmed. Of nobody's address and of no secret. */
export type Receipt = {
  /** When, ISO UTC. */
  readonly at: string;
  /** To whom: "2 recipients", "2 of 3 recipients", "ftp.example, /in/Orders.csv", "hooks.example". */
  readonly to: string;
  /** What the receiver said: "226 Transfer complete." */
  readonly answer: string;
  readonly steps: readonly Step[];
  /** It was confirmed by an earlier try, and nothing was sent now. */
  readonly before: boolean;
  /** Recipients whom the mail server refused for good while others have the report, by their places in the list from 0; else empty. */
  readonly refused: readonly number[];
};

/** `lasting`: time will not heal it, such as a refused password. The last four are of mails, and as the ledger has them (ADR 111). */
export type FailureKind = "temporary" | "lasting" | "ours" | "deferred" | "content" | "unconfirmed";

/** Thrown by deliver: the receiver has not confirmed. The message is one for merchants, and holds no secret and nobody's address. */
export class DeliveryFailed extends Error {
  override name = "DeliveryFailed";
  readonly kind: FailureKind;
  readonly steps: readonly Step[];
  /** Recipients that have it, by this try or an earlier one; a next try sends to the others alone. */
  readonly reached: number;
  /** Earliest next try that the receiver asks for, ISO UTC. */
  readonly notBefore: string | undefined;
  /** Another try can't help, though the failure doesn't count. */
  readonly final: boolean;

  /** `cause`: the error for operators, for the log. */
  constructor(
    kind: FailureKind,
    message: string,
    more: {
      steps?: readonly Step[];
      reached?: number;
      notBefore?: string | undefined;
      final?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.kind = kind;
    this.steps = more.steps ?? [];
    this.reached = more.reached ?? 0;
    this.notBefore = more.notBefore;
    this.final = more.final ?? false;
  }
}

/**
 * Outcome of a test button. `text`: as the specification has it. `reason`: why it failed, or what a test that worked left behind. `answer`: what
 * the receiver said when it took the file.
 */
export type TestOutcome = {
  readonly worked: boolean;
  readonly text: string;
  readonly reason: string | null;
  readonly answer: string | null;
  readonly steps: readonly Step[];
};

export type Destinations = {
  /**
   * Sends a file: whole or not at all, and never again what was confirmed under this id in the last 8 days.
   * @throws {DeliveryFailed}
   * @throws the signal's reason, when it aborts; what `file.open` throws; {FileDamaged}
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt>;
  /** Puts a small file where reports would go, and removes it if the server allows that. @throws the signal's reason, when it aborts */
  testFtp(destination: FtpDestination, of: { tenant: string }, signal: AbortSignal): Promise<TestOutcome>;
  /** Calls the address as for a report, with a file of no orders. @throws the signal's reason, when it aborts */
  testWebhook(
    destination: WebhookDestination,
    of: { id: string; tenant: string; fileUrl: string; createdAt: string },
    signal: AbortSignal,
  ): Promise<TestOutcome>;
  /** Whether a key of a server is pinned that {@link Destinations.forgetKeys} would forget. */
  knowsKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<boolean>;
  /** Takes a server's key for new at the next delivery: the merchant said that it was changed on purpose. */
  forgetKeys(server: Pick<FtpDestination, "protocol" | "host" | "port">, of: { tenant: string }): Promise<void>;
  close(): void;
};

/** Thrown where a file's bytes are not those that were published: nothing of it is delivered as whole. */
export class FileDamaged extends Error {
  override name = "FileDamaged";
  readonly steps: readonly Step[];

  constructor(message: string, { steps = [] }: { steps?: readonly Step[] } = {}) {
    super(message);
    this.steps = steps;
  }
}
