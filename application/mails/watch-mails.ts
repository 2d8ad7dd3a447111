import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { readUndelivered } from "./mail-records.ts";

/** ms. First retries come within seconds, so shorter waits are not reported. */
const longWait = 5 * 60_000;

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/** Note about mails the server doesn't take; undefined if it takes all. */
export const describeUndelivered = async (reading: Reading): Promise<string | undefined> => {
  const [waiting, refused] = await Promise.all([
    readUndelivered(reading, "waiting"),
    readUndelivered(reading, "refused"),
  ]);
  const [since] = waiting.map((mail) => mail.since ?? mail.at).sort();
  const waits = since !== undefined && reading.clock.wall().getTime() - Date.parse(since) >= longWait;
  if (!waits && refused.length === 0) return undefined;
  const reasons = [...new Set([...waiting, ...refused].flatMap(({ reason }) => reason ?? []))].slice(0, 3);
  const why = reasons.length > 0 ? ` The last reasons: ${reasons.join("; ")}.` : "";
  const said = [
    ...(waits
      ? [
          waiting.length === 1
            ? `1 mail waits since ${since}`
            : `${waiting.length} mails wait, the oldest since ${since}`,
        ]
      : []),
    ...(refused.length > 0 ? [`${refused.length} ${refused.length === 1 ? "was" : "were"} refused`] : []),
  ];
  return `The mail server has a problem: ${said.join(", ")}.${why} Look at SMTP_URL and in the deliverer's log. Sheaf keeps trying.`;
};

/** Checks every `every` ms until the signal aborts. Reading the note causes no work. */
export const watchMails = (
  options: Reading & { log: Log; signal: AbortSignal; every?: number },
): (() => string | undefined) => {
  const { log, signal, every = 15_000 } = options;
  let note: string | undefined;
  const look = async (): Promise<void> => {
    try {
      note = await describeUndelivered(options);
    } catch (err) {
      log.warn({ err }, "Waiting mails could not be counted; the next round tries again.");
    }
    if (!signal.aborted) setTimeout(() => void look(), every).unref();
  };
  void look();
  return () => note;
};
