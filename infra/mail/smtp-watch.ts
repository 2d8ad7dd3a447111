import { Readable } from "node:stream";
import type { SendOptions } from "../ports/mail.ts";
import { StoreBusy } from "../ports/store-errors.ts";

/** Timeouts, ms. */
export type SmtpTimeouts = {
  /** Timeout of the connection and the greeting. */
  connectMs: number;
  /** Timeout of each response up to the recipients'. Repeating the mail is still safe then. */
  answerMs: number;
  /** Timeouts of the response to DATA, of sending a chunk, and of the response to the final dot (RFC 5321, 4.5.3.2). */
  dataMs: number;
  pieceMs: number;
  endMs: number;
  wholeMs: number;
  /** Timeout of the response to the final dot once the process must end. */
  stopMs: number;
};

const minute = 60_000;
export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 10_000,
  answerMs: 30_000,
  dataMs: 2 * minute,
  pieceMs: 3 * minute,
  endMs: 10 * minute,
  wholeMs: 30 * minute,
  stopMs: 15_000,
};

class TooLong extends Error {
  override name = "TooLong";
}

/** Phase in nodemailer's terms, such as `RCPT TO` or `DATA`. */
const phaseOf = (command: string): string =>
  /^(?:MAIL FROM|RCPT TO)(?=:)/i.exec(command)?.[0].toUpperCase() ?? command.split(" ", 1)[0] ?? "";

type RecipientResponse = { recipient: string; responseCode: number; response: string };

export type SmtpWatch = {
  readonly signal: AbortSignal;
  /** Passes the mail's bytes on; send the returned stream. */
  pass(bytes: Readable): Readable;
  /** Logger for nodemailer, which sees its commands and responses. */
  readonly logger: { debug(entry: { tnx?: string }, words?: unknown): void };
  /** True once the sender is accepted: a later fault may be caused by this mail alone. */
  hasSender(): boolean;
  /** Last command with a response. Undefined for the greeting. */
  answered(): string | undefined;
  refusals(): readonly RecipientResponse[];
  /** True if the final dot may have been sent. */
  hasEnded(): boolean;
  /** True if the server responded before the final dot, which then stays unsent. Awaits a running `beforeEnd`. */
  isAnsweredEarly(): Promise<boolean>;
  /** The error of {@link SendOptions.beforeEnd}, or of reading the files. */
  callbackError(): { error: unknown } | undefined;
  isLate(): boolean;
  close(): void;
};

/**
 * Watches a mail, and gives it up after its phase's timeout. Calls `beforeEnd` before the final dot. After the dot, an
 * abort waits `stopMs` for the response.
 */
export const watchSmtp = (
  { signal: callerSignal, beforeEnd = async () => {} }: SendOptions,
  timeouts: SmtpTimeouts,
): SmtpWatch => {
  const abortController = new AbortController();
  /** Commands without a response: a server with PIPELINING gets the whole envelope and DATA at once. */
  const unanswered: string[] = [];
  const asked: string[] = [];
  const refusals: RecipientResponse[] = [];
  let answered: string | undefined;
  let isSenderTaken = false;
  let hasEnded = false;
  let isEarly = false;
  let ending: Promise<void> | undefined;
  /** True while the mail's next bytes are read: the server causes no delay then. */
  let isReading = false;
  let thrown: { error: unknown } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isReading) thrown ??= { error: new StoreBusy("The files of a mail could not be read in time.") };
      abortController.abort(new TooLong());
    }, ms);
  };
  const wholeTimer = setTimeout(() => abortController.abort(new TooLong()), timeouts.wholeMs);
  const stop = (): void => {
    if (hasEnded) stopping = setTimeout(() => abortController.abort(callerSignal?.reason), timeouts.stopMs);
    else abortController.abort(callerSignal?.reason);
  };
  callerSignal?.addEventListener("abort", stop, { once: true });
  if (callerSignal?.aborted) stop();

  async function* pieces(bytes: Readable): AsyncGenerator<Buffer> {
    isReading = true;
    for await (const piece of bytes) {
      isReading = false;
      wait(timeouts.pieceMs);
      yield piece as Buffer;
      isReading = true;
    }
    isReading = false;
    clearTimeout(timer);
    try {
      ending = beforeEnd();
      await ending;
    } catch (error) {
      thrown = { error };
      throw error;
    }
    abortController.signal.throwIfAborted();
    if (isEarly) throw new Error("The mail server answered before the final dot.");
    hasEnded = true;
    wait(timeouts.endMs);
  }

  return {
    signal: abortController.signal,
    // The generator starts once the server has accepted DATA.
    pass: (bytes) => Readable.from(pieces(bytes), { objectMode: false }),
    logger: {
      debug({ tnx }, words) {
        if (hasEnded || (tnx !== "client" && tnx !== "server")) return;
        const line = String(words);
        if (tnx === "client") {
          unanswered.push(phaseOf(line));
          asked.push(...(/^RCPT TO:<(.*?)>/i.exec(line)?.slice(1) ?? []));
        } else {
          answered = unanswered.shift();
          const recipient = answered === "RCPT TO" ? asked.shift() : undefined;
          if (recipient !== undefined && !/^2/.test(line))
            refusals.push({ recipient, responseCode: Number.parseInt(line, 10), response: line });
          if (answered === "MAIL FROM" && /^2/.test(line)) isSenderTaken = true;
        }
        wait(unanswered[0] === "DATA" ? timeouts.dataMs : timeouts.answerMs);
      },
    },
    hasSender: () => isSenderTaken,
    answered: () => answered,
    refusals: () => refusals,
    hasEnded: () => hasEnded,
    async isAnsweredEarly() {
      isEarly = !hasEnded;
      if (isEarly) await ending?.catch(() => undefined);
      return isEarly;
    },
    callbackError: () => thrown,
    isLate: () => abortController.signal.reason instanceof TooLong,
    close() {
      callerSignal?.removeEventListener("abort", stop);
      clearTimeout(timer);
      clearTimeout(wholeTimer);
      clearTimeout(stopping);
    },
  };
};
