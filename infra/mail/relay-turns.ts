import type { Clock } from "../ports/clock.ts";
import { type Mail, MailRefused, MailUnavailable } from "../ports/mail.ts";

/** Pauses before a failing relay gets another mail, ms. */
const usualPauses = { first: 5_000, longest: 60_000 };
/** For so long a relay's fault may pass unsaid, ms. After it, mails fail in a pause, so that merchants read why their reports don't come. */
const usualPatience = 60_000;
/** The longest wait for a probe before another look, ms. The end of the probe wakes those who wait. */
const probeWait = 60_000;

/** Resolves after so many ms, or as soon as the signal aborts. */
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

export type RelayTurnsOptions = {
  clock: Pick<Clock, "steady">;
  /** MAIL_PER_MINUTE; undefined: no limit. */
  perMinute?: number | undefined;
  pauses?: typeof usualPauses;
  patience?: number;
  /** Called when a pause begins, with its length in ms and its cause, and with 0 when the relay takes mail again. */
  onPause?: (ms: number, cause?: MailUnavailable) => void;
};

/** The turns of mails at one relay: a circuit breaker, and a limit of mails per minute. They hold for one process. */
export type RelayTurns = {
  /**
   * Resolves when a mail may go to the relay. Returns the end of its turn, which must be called. After a fault of the relay, all wait for a pause.
   * Then a single mail probes the relay, and all go if it was taken. If no mail was taken for a minute, the turn comes in a pause, and the mail fails.
   * @throws the signal's reason, when it aborts
   */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Makes the same mail, whose outcomes open and close the breaker. */
  watch(mail: Mail): Mail;
};

/**
 * Makes the turns of one relay (ADR 112). The breaker opens at a fault that any mail would meet. One that a mail may have caused itself opens it once
 * mails of two shops have met it in a row, so no shop can hold up the others. Answers to recipients never do.
 */
export const createRelayTurns = (options: RelayTurnsOptions): RelayTurns => {
  const { clock, perMinute, pauses = usualPauses, patience = usualPatience, onPause } = options;
  const spacing = perMinute === undefined ? 0 : 60_000 / perMinute;
  let failures = 0;
  let failingSince = 0;
  let cause: MailUnavailable | undefined;
  /** The shop whose mail alone has met a fault that it may have caused itself. */
  let suspect: string | undefined;
  let pausedUntil = 0;
  let isProbing = false;
  let nextMailAt = 0;
  let changed = new AbortController();
  const wakeAll = (): void => {
    changed.abort("changed");
    changed = new AbortController();
  };

  const isGivenUp = (now: number): boolean => failures > 0 && pausedUntil > now && now - failingSince >= patience;

  const noteFailure = (error: MailUnavailable): void => {
    const now = clock.steady();
    // Mails that were under way when the pause began tell nothing new.
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
    async enter(signal) {
      for (;;) {
        signal.throwIfAborted();
        const now = clock.steady();
        if (isGivenUp(now)) return () => undefined;
        const isOpen = failures > 0;
        const wait = isOpen && isProbing ? probeWait : Math.max(nextMailAt, pausedUntil) - now;
        if (wait <= 0) {
          nextMailAt = now + spacing;
          if (!isOpen) return () => undefined;
          isProbing = true;
          return () => {
            isProbing = false;
            wakeAll();
          };
        }
        await waitOrWake(wait, AbortSignal.any([signal, changed.signal]));
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
        // The fault would have come by now. The answer to the whole mail may take minutes, and others needn't wait for this one's.
        const beforeEnd = async (): Promise<void> => {
          if (failures > 0 && cause?.scope === "relay") noteSuccess();
          await sending.beforeEnd?.();
        };
        try {
          const taken = await mail.send(message, { ...sending, beforeEnd });
          noteSuccess();
          return taken;
        } catch (error) {
          if (error instanceof MailUnavailable && error.scope === "relay") noteFailure(error);
          else if (error instanceof MailUnavailable && error.scope === "mail")
            noteSuspect(message.of?.tenant ?? "", error);
          else if (error instanceof MailRefused || error instanceof MailUnavailable) noteSuccess();
          throw error;
        }
      },
    }),
  };
};
