import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { readUntaken } from "./sent.ts";

/** Mails are tried again within seconds at first: one that waits for less is no news, ms. */
const waitsLongAfter = 5 * 60_000;

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/** Tells of mails that the mail server doesn't take; undefined if it takes all. */
export const noteOnMails = async (reading: Reading): Promise<string | undefined> => {
  const [waiting, refused] = await Promise.all([readUntaken(reading, "waiting"), readUntaken(reading, "refused")]);
  const [since] = waiting.map((mail) => mail.since ?? mail.at).sort();
  const waits = since !== undefined && reading.clock.wall().getTime() - Date.parse(since) >= waitsLongAfter;
  if (!waits && refused.length === 0) return undefined;
  const reasons = [...new Set([...waiting, ...refused].flatMap(({ reason }) => reason ?? []))].slice(0, 3);
  const why = reasons.length > 0 ? ` The last reasons: ${reasons.join("; ")}.` : "";
  const said = [
    ...(waits ? [`${waiting.length} ${waiting.length === 1 ? "mail waits" : "mails wait"} since ${since}`] : []),
    ...(refused.length > 0 ? [`${refused.length} ${refused.length === 1 ? "was" : "were"} refused`] : []),
  ];
  return `The mail server has a problem: ${said.join(", ")}.${why} Look at SMTP_URL and in the deliverer's log. Sheaf keeps trying.`;
};

/** Looks every `every` ms until the signal aborts, so that who asks for the note sets off no work. */
export const watchMails = (
  options: Reading & { log: Log; signal: AbortSignal; every?: number },
): (() => string | undefined) => {
  const { log, signal, every = 15_000 } = options;
  let note: string | undefined;
  const look = async (): Promise<void> => {
    try {
      note = await noteOnMails(options);
    } catch (err) {
      log.warn({ err }, "Waiting mails could not be counted; the next round tries again.");
    }
    if (!signal.aborted) setTimeout(() => void look(), every).unref();
  };
  void look();
  return () => note;
};
