import { Readable } from "node:stream";
import { StoreBusy } from "../ports/busy.ts";
import type { SendOptions } from "../ports/mail.ts";

/** Time-outs with a mail server, ms. */
export type SmtpPatience = {
  /** Until a connection is there, and until the server's greeting. */
  connectMs: number;
  /** Until an answer, up to the mail's recipients. A repeat is safe then. */
  answerMs: number;
  /** The three of RFC 5321, 4.5.3.2: until the answer to DATA, until a piece of the mail has gone out, until the answer to the final dot. */
  dataMs: number;
  pieceMs: number;
  endMs: number;
  /** Everything together. */
  wholeMs: number;
  /** Until the answer to the final dot once the process must end. */
  stopMs: number;
};

const minute = 60_000;
export const usualSmtpPatience: SmtpPatience = {
  connectMs: 10_000,
  answerMs: 30_000,
  dataMs: 2 * minute,
  pieceMs: 3 * minute,
  endMs: 10 * minute,
  wholeMs: 30 * minute,
  stopMs: 15_000,
};

/** Given as the reason when a server takes too long. */
class TooLong extends Error {
  override name = "TooLong";
}

/** The phase of a command, as nodemailer names it: `RCPT TO`, `DATA`. */
const phaseOf = (command: string): string =>
  /^(?:MAIL FROM|RCPT TO)(?=:)/i.exec(command)?.[0].toUpperCase() ?? command.split(" ", 1)[0] ?? "";

/** Watches one mail on its way. */
export type SmtpWatch = {
  /** Aborts when the mail is given up. */
  readonly signal: AbortSignal;
  /** Passes a mail's bytes on. Give it what they are to be sent from. */
  pass(bytes: Readable): Readable;
  /** Hears of commands and answers; a logger of nodemailer's. */
  readonly logger: { debug(entry: { tnx?: string }, words?: unknown): void };
  /** The server has taken the sender, so a fault from now on may come of this mail alone. */
  hasSender(): boolean;
  /** The command that the server's newest answer is to, as nodemailer names its phase; undefined of the greeting. */
  answered(): string | undefined;
  /** The final dot may have gone out. */
  hasEnded(): boolean;
  /** The error that {@link SendOptions.beforeEnd} threw, or of files that could not be read in time. */
  thrown(): { error: unknown } | undefined;
  /** The server took too long. */
  isLate(): boolean;
  close(): void;
};

/**
 * Watches one mail on its way: gives it up after the time that its phase may take, and calls `beforeEnd` before the final dot. After the dot, an abort
 * of the caller's signal waits some seconds for the answer.
 */
export const watchSmtp = (
  { signal: asked, beforeEnd = async () => {} }: SendOptions,
  patience: SmtpPatience,
): SmtpWatch => {
  const given = new AbortController();
  /** Commands without an answer yet, in order. A server that offers PIPELINING gets the whole envelope and DATA at once. */
  const unanswered: string[] = [];
  let answered: string | undefined;
  let isSenderTaken = false;
  let ended = false;
  /** The next bytes of the mail are awaited, so a delay isn't the server's. */
  let isReading = false;
  let thrown: { error: unknown } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isReading) thrown ??= { error: new StoreBusy("The files of a mail could not be read in time.") };
      given.abort(new TooLong());
    }, ms);
  };
  const whole = setTimeout(() => given.abort(new TooLong()), patience.wholeMs);
  const stop = (): void => {
    if (ended) stopping = setTimeout(() => given.abort(asked?.reason), patience.stopMs);
    else given.abort(asked?.reason);
  };
  asked?.addEventListener("abort", stop, { once: true });
  if (asked?.aborted) stop();

  async function* pieces(bytes: Readable): AsyncGenerator<Buffer> {
    isReading = true;
    for await (const piece of bytes) {
      isReading = false;
      wait(patience.pieceMs);
      yield piece as Buffer;
      isReading = true;
    }
    isReading = false;
    clearTimeout(timer);
    try {
      await beforeEnd();
    } catch (error) {
      thrown = { error };
      throw error;
    }
    given.signal.throwIfAborted();
    ended = true;
    wait(patience.endMs);
  }

  return {
    signal: given.signal,
    // The generator begins when its bytes are asked for, which is after the server has taken DATA.
    pass: (bytes) => Readable.from(pieces(bytes), { objectMode: false }),
    logger: {
      debug({ tnx }, words) {
        if (ended || (tnx !== "client" && tnx !== "server")) return;
        const said = String(words);
        if (tnx === "client") unanswered.push(phaseOf(said));
        else {
          answered = unanswered.shift();
          if (answered === "MAIL FROM" && /^2/.test(said)) isSenderTaken = true;
        }
        wait(unanswered[0] === "DATA" ? patience.dataMs : patience.answerMs);
      },
    },
    hasSender: () => isSenderTaken,
    answered: () => answered,
    hasEnded: () => ended,
    thrown: () => thrown,
    isLate: () => given.signal.reason instanceof TooLong,
    close() {
      asked?.removeEventListener("abort", stop);
      clearTimeout(timer);
      clearTimeout(whole);
      clearTimeout(stopping);
    },
  };
};
