import type { Clock } from "../ports/clock.ts";
import { type Mail, MailRefused, MailUnavailable } from "../ports/mail.ts";

/** Lengths of pauses, ms. */
const defaultPauses = { first: 5_000, longest: 60_000 };
/**
 * Wait for a failing relay, ms. Then mails fail during a pause or an unanswered probe, so that merchants learn why
 * reports don't arrive.
 */
const defaultFailAfterMs = 60_000;

const waitOrWake = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", wake);
      resolve();
    }, ms);
    signal.addEventListener("abort", wake, { once: true });
    if (signal.aborted) wake();
  });

export type SmtpCircuitBreakerOptions = {
  clock: Pick<Clock, "steady">;
  perMinute?: number | undefined;
  pauses?: typeof defaultPauses;
  failAfterMs?: number;
  /**
   * Called with a pause's length, ms, and cause when it begins, and with 0 when mails go again. The relay may still
   * refuse the mail that showed this.
   */
  onPause?: (ms: number, cause?: MailUnavailable) => void;
};

/** A circuit breaker and a limit of mails per minute for one relay, per process. */
export type SmtpCircuitBreaker = {
  /**
   * Resolves when a mail may go, with a function that must be called to release the permit. After a relay's fault all
   * mails wait for a pause. Then one probes the relay, and all go if it is accepted. If no mail was accepted for a
   * minute, or a probe is unanswered as long, the permit comes at once and the mail fails.
   * @throws the signal's reason
   */
  acquirePermit(signal: AbortSignal): Promise<() => void>;
  /** Wraps a mail service: its outcomes open and close the breaker. */
  watch(mail: Mail): Mail;
};

/**
 * Creates a circuit breaker (ADR 112). A relay's fault opens it. A fault that one mail may cause needs mails of two
 * shops in a row, so that no shop holds up the others. Responses about recipients never open it.
 */
export const createSmtpCircuitBreaker = (options: SmtpCircuitBreakerOptions): SmtpCircuitBreaker => {
  const { clock, perMinute, pauses = defaultPauses, failAfterMs = defaultFailAfterMs, onPause } = options;
  const spacing = perMinute === undefined ? 0 : 60_000 / perMinute;
  let failures = 0;
  let failingSince = 0;
  let cause: MailUnavailable | undefined;
  /** The only shop with a fault that its mail may have caused. */
  let suspect: string | undefined;
  let pausedUntil = 0;
  let isProbing = false;
  let probingSince = 0;
  let nextMailAt = 0;
  let changeController = new AbortController();
  const wakeAll = (): void => {
    changeController.abort("changed");
    changeController = new AbortController();
  };

  const isGivenUp = (now: number): boolean => {
    if (failures === 0) return false;
    if (pausedUntil > now) return now - failingSince >= failAfterMs;
    return isProbing && now - probingSince >= failAfterMs;
  };
  /** Time until waiting mails fail, ms. */
  const untilGivenUp = (now: number): number => {
    const left = [failingSince, ...(isProbing ? [probingSince] : [])].map((since) => since + failAfterMs - now);
    return Math.min(...left.filter((ms) => ms > 0));
  };

  const noteFailure = (error: MailUnavailable): void => {
    const now = clock.steady();
    // These mails were sent before the pause, and add no information.
    if (pausedUntil > now) return;
    cause = error;
    suspect = undefined;
    if (failures === 0) failingSince = now;
    failures += 1;
    const pause = Math.min(pauses.first * 2 ** (failures - 1), pauses.longest);
    pausedUntil = now + pause;
    onPause?.(pause, error);
  };
  const noteSuspect = (shop: string, error: MailUnavailable): void => {
    if (suspect !== undefined && suspect !== shop) noteFailure(error);
    else suspect = shop;
  };
  const noteSuccess = (): void => {
    suspect = undefined;
    if (failures === 0) return;
    failures = 0;
    pausedUntil = 0;
    isProbing = false;
    onPause?.(0);
    wakeAll();
  };

  return {
    async acquirePermit(signal) {
      for (;;) {
        signal.throwIfAborted();
        const now = clock.steady();
        if (isGivenUp(now)) return () => undefined;
        const isOpen = failures > 0;
        const wait = isOpen && isProbing ? Number.POSITIVE_INFINITY : Math.max(nextMailAt, pausedUntil) - now;
        if (wait <= 0) {
          nextMailAt = now + spacing;
          if (!isOpen) return () => undefined;
          isProbing = true;
          probingSince = now;
          return () => {
            isProbing = false;
            wakeAll();
          };
        }
        await waitOrWake(
          isOpen ? Math.min(wait, untilGivenUp(now)) : wait,
          AbortSignal.any([signal, changeController.signal]),
        );
      }
    },
    watch: (mail) => ({
      ...mail,
      async send(...[message, sending = {}]: Parameters<Mail["send"]>) {
        if (cause && isGivenUp(clock.steady())) {
          // This mail itself wasn't sent.
          const reason = cause.notTaken ? cause.reason : "its answers to other mails were lost";
          throw new MailUnavailable(
            `Mail ${message.id} waits: mail to the mail server pauses after failures (${reason}).`,
            { notTaken: true, reason },
          );
        }
        // A relay's fault would have shown by now. The response may take minutes.
        const beforeEnd = async (): Promise<void> => {
          if (failures > 0 && cause?.scope === "relay") noteSuccess();
          await sending.beforeEnd?.();
        };
        try {
          const taken = await mail.send(message, { ...sending, beforeEnd });
          noteSuccess();
          return taken;
        } catch (error) {
          // Our own stop ends mails, too.
          if (sending.signal?.aborted) throw error;
          if (error instanceof MailUnavailable && error.scope === "relay") noteFailure(error);
          else if (error instanceof MailUnavailable && error.scope === "mail")
            noteSuspect(message.owner?.tenant ?? "", error);
          else if (error instanceof MailRefused || error instanceof MailUnavailable) noteSuccess();
          throw error;
        }
      },
    }),
  };
};
