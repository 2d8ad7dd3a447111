import type { Clock } from "../ports/clock.ts";
import { type Mail, MailRefused, MailUnavailable } from "../ports/mail.ts";

/** Pauses before a failing relay gets another mail, ms. */
const defaultPauses = { first: 5_000, longest: 60_000 };
/**
 * Time that mails wait silently for a failing relay, ms. After it, mails fail during a pause, and while a probe has no
 * answer for as long. So merchants learn why their reports don't arrive.
 */
const defaultFailAfterMs = 60_000;

/** Resolves after `ms`, or as soon as the signal aborts. */
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
  /** MAIL_PER_MINUTE; undefined: no limit. */
  perMinute?: number | undefined;
  pauses?: typeof defaultPauses;
  failAfterMs?: number;
  /**
   * Called with a pause's length in ms and its cause when a pause begins. Called with 0 when mails go to the relay
   * again. It may still refuse the mail that showed this.
   */
  onPause?: (ms: number, cause?: MailUnavailable) => void;
};

/** Permits for one relay: a circuit breaker and a limit of mails per minute. It works per process. */
export type SmtpCircuitBreaker = {
  /**
   * Resolves when a mail may go to the relay. Returns the function that releases the permit, which must be called.
   * After a fault of the relay, all mails wait for a pause. Then one mail probes the relay, and all go if it is
   * accepted. If no mail was accepted for a minute, the permit comes during a pause, and the mail fails. The same
   * happens if the probe has no answer for a minute.
   * @throws the signal's reason, when it aborts
   */
  acquirePermit(signal: AbortSignal): Promise<() => void>;
  /** Wraps `mail` so that its outcomes open and close the breaker. */
  watch(mail: Mail): Mail;
};

/**
 * Creates the circuit breaker of one relay (ADR 112). A fault that any mail would meet opens it. A fault that one mail
 * may have caused opens it after mails of two shops met it in a row, so no shop can hold up the others. Answers to
 * recipients never open it.
 */
export const createSmtpCircuitBreaker = (options: SmtpCircuitBreakerOptions): SmtpCircuitBreaker => {
  const { clock, perMinute, pauses = defaultPauses, failAfterMs = defaultFailAfterMs, onPause } = options;
  const spacing = perMinute === undefined ? 0 : 60_000 / perMinute;
  let failures = 0;
  let failingSince = 0;
  let cause: MailUnavailable | undefined;
  /** The only shop whose mail met a fault that the mail may have caused. */
  let suspect: string | undefined;
  let pausedUntil = 0;
  let isProbing = false;
  let probingSince = 0;
  let nextMailAt = 0;
  let changed = new AbortController();
  const wakeAll = (): void => {
    changed.abort("changed");
    changed = new AbortController();
  };

  const isGivenUp = (now: number): boolean => {
    if (failures === 0) return false;
    if (pausedUntil > now) return now - failingSince >= failAfterMs;
    return isProbing && now - probingSince >= failAfterMs;
  };
  /** Time until the breaker may be given up, ms. */
  const untilGivenUp = (now: number): number => {
    const left = [failingSince, ...(isProbing ? [probingSince] : [])].map((since) => since + failAfterMs - now);
    return Math.min(...left.filter((ms) => ms > 0));
  };

  const noteFailure = (error: MailUnavailable): void => {
    const now = clock.steady();
    // Mails that were being sent when the pause began add no information.
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
        await waitOrWake(isOpen ? Math.min(wait, untilGivenUp(now)) : wait, AbortSignal.any([signal, changed.signal]));
      }
    },
    watch: (mail) => ({
      ...mail,
      async send(...[message, sending = {}]: Parameters<Mail["send"]>) {
        if (cause && isGivenUp(clock.steady()))
          throw new MailUnavailable(`Mail ${message.id} waits: the mail server takes none (${cause.reason}).`, {
            notTaken: true,
            reason: cause.reason,
          });
        // A fault of the relay would have shown by now. The answer to the whole mail may take minutes, so the other
        // mails go now.
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
