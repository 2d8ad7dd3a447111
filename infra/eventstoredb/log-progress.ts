import { randomUUID } from "node:crypto";
import {
  BACKWARDS,
  END,
  type EventData,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import type { Log } from "../ports/log.ts";
import type { Position } from "../ports/stores/event-store.ts";
import { NoAnswer, withTimeout } from "../ports/timeout.ts";
import { NoSuchPosition, retryUntilAnswered, toPermanentError } from "./errors.ts";
import { type LogSubscription, openLogSubscription } from "./log-subscription.ts";
import { fromPosition, isAfter, type LogPosition, toPosition } from "./positions.ts";
import { askAboutPosition, readEnd, toLogPosition } from "./read-stream.ts";
import { collect, type LogStart, requireLeader, type Server } from "./server.ts";

/** Stream of progress notes for later processes, and links to all events of the linked categories. */
export const progressStream = "sheaf-places";

/** Bytes of some 2,000 events: all that a starting process reads. */
export const defaultProgressEveryBytes = 1_000_000;
const maxLinks = 400;
/** Duration after which a look notes its progress, ms. */
const noteProgressMs = 250;

type Link = { stream: string; version: number; position: Position };

/** Our newest event, and the log position searched so far. */
export type LogProgress = {
  newest: Position | undefined;
  /** Newest event of the linked categories. */
  linked: Position | undefined;
  through: LogPosition;
  /** Position up to which the places stream has links. */
  recordedThrough: LogPosition;
  /** Revisions of the places stream's first and last valid entries: links, followed by notes. */
  firstRevision: number;
  lastRevision: number;
};
type LogProgressWithLinks = LogProgress & { links: Link[] };

export type LogProgressTracker = ReturnType<typeof createLogProgressTracker>;

type ProgressEntry = {
  newest: Position | null;
  linked: Position | null;
  through: Position;
  begins: number;
  streams: string;
};

const isProgressEntry = (data: unknown): data is ProgressEntry =>
  typeof data === "object" &&
  data !== null &&
  "through" in data &&
  typeof data.through === "string" &&
  fromPosition(data.through) !== undefined;

/**
 * Tracks our newest event. The server filters others' events between the last note and the log's end. Notes are in the
 * same log, so an older copy has only older notes (ADR 114).
 */
export const createLogProgressTracker = (
  server: Server & LogStart & { linked: readonly string[]; log?: Pick<Log, "warn" | "info"> | undefined },
  noteEvery: number,
) => {
  const { client, clock, beginning, prefix, linked: linkedCategories } = server;
  const stream = prefix + progressStream;
  /** Processes with other streams can't use these notes. */
  const streams = JSON.stringify([server.categories ?? null, linkedCategories]);
  let cached: LogProgressWithLinks | undefined;
  let isNoting = true;
  let isEnded = false;

  /** `lastRevision`: newest entry of the places stream; -1 without one. */
  const fromBeginning = (lastRevision: number): LogProgressWithLinks => ({
    newest: undefined,
    linked: undefined,
    through: beginning,
    recordedThrough: beginning,
    firstRevision: lastRevision + 1,
    lastRevision,
    links: [],
  });
  const readNote = async (remainingMs: number): Promise<LogProgressWithLinks> => {
    const reading = client.readStream(stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
      ...requireLeader,
    });
    const [last] = await collect<ResolvedEvent>(reading, remainingMs).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return [];
      throw error;
    });
    const lastRevision = last?.event ? Number(last.event.revision) : -1;
    const note: unknown = last?.event?.data;
    if (!isProgressEntry(note) || note.streams !== streams) return fromBeginning(lastRevision);
    const through = toLogPosition(note.through);
    const [newest, linked] = [note.newest ?? undefined, note.linked ?? undefined];
    return { newest, linked, through, recordedThrough: through, firstRevision: note.begins, lastRevision, links: [] };
  };

  const linkTo = ({ stream: to, version, position }: Link): EventData => ({
    id: randomUUID(),
    type: "$>",
    contentType: "application/octet-stream",
    data: new Uint8Array(Buffer.from(`${version}@${prefix}${to}`)),
    metadata: { position },
  });
  const isDue = ({ through, recordedThrough, links }: LogProgressWithLinks): boolean =>
    isNoting && (through.commit - recordedThrough.commit >= BigInt(noteEvery) || links.length >= maxLinks);
  /** Writes a note. False if another process has written one since. A failure only slows the next start. */
  const note = async (progress: LogProgressWithLinks, remainingMs: number): Promise<boolean> => {
    const { newest = null, linked = null, firstRevision, lastRevision } = progress;
    const data: ProgressEntry = {
      newest,
      linked,
      through: toPosition(progress.through),
      begins: firstRevision,
      streams,
    };
    const entries = [...progress.links.map(linkTo), jsonEvent({ type: "PlaceNoted", data })];
    try {
      const answer = await client.appendToStream(stream, entries, {
        expectedRevision: lastRevision < 0 ? NO_STREAM : BigInt(lastRevision),
        deadline: Math.max(1, remainingMs),
        ...requireLeader,
      });
      progress.lastRevision = Number(answer.nextExpectedRevision);
      progress.recordedThrough = progress.through;
      progress.links = [];
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return false;
      if (!toPermanentError(error, server.server, stream)) throw error;
      isNoting = false;
      server.log?.warn(
        { err: error },
        `${server.server} accepts no entries for the stream ${stream}. Starts will be slower.`,
      );
    }
    return true;
  };

  /**
   * Returns how far the log was searched. Only the server knows positions between events. A position after the log's
   * end would later make the log look like an older copy.
   */
  const lookedThrough = (
    subscription: LogSubscription,
    end: LogPosition,
    newest: Position | undefined,
  ): LogPosition => {
    const progress =
      subscription.status() === "caught-up" || isAfter(subscription.reachedPosition(), end)
        ? end
        : subscription.reachedPosition();
    const ours = newest === undefined ? beginning : toLogPosition(newest);
    return isAfter(ours, progress) ? ours : progress;
  };

  /** Reads to the end. False if another process has noted since. */
  const lookOn = async (progress: LogProgressWithLinks, end: LogPosition, until: number): Promise<boolean> => {
    const subscription = openLogSubscription(server, progress.through, { batchSize: 500 });
    try {
      for (;;) {
        const remainingMs = until - clock.steady();
        if (remainingMs <= 0 || isEnded) throw new NoAnswer("reading the log timed out");
        for (const { stream: of, version, position } of (await subscription.next(
          Math.min(remainingMs, noteProgressMs),
        )) ?? []) {
          progress.newest = position;
          if (!linkedCategories.some((category) => of.startsWith(`${category}-`))) continue;
          progress.linked = position;
          progress.links.push({ stream: of, version, position });
        }
        progress.through = lookedThrough(subscription, end, progress.newest);
        if (isDue(progress) && !(await note(progress, remainingMs))) return false;
        if (subscription.status() === "caught-up") return true;
      }
    } finally {
      subscription.close();
    }
  };

  const findProgress = async (ms: number): Promise<LogProgress> => {
    const until = clock.steady() + ms;
    const left = () => until - clock.steady();
    for (let doubts = 0; ; ) {
      cached ??= await readNote(left());
      const progress = cached;
      const { end } = await readEnd(server, left());
      if (!end || !isAfter(end, progress.through)) {
        if (!end || !isAfter(progress.through, end)) return { ...progress };
      } else {
        try {
          if (await askAboutPosition(server, left(), () => lookOn(progress, end, until))) return { ...progress };
          cached = undefined;
          continue;
        } catch (error) {
          if (!(error instanceof NoSuchPosition) || doubts > 1) throw error;
        }
      }
      // An older copy replaced the log. Its own note, if any, is valid.
      cached = doubts === 0 ? undefined : fromBeginning(progress.lastRevision);
      doubts += 1;
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  let queuedProgress: Promise<LogProgress> | undefined;
  let mostLeft = 0;
  /** Starts a look. Callers that come during a look share the next one. */
  const lookInTurn = (remainingMs: number): Promise<LogProgress> => {
    mostLeft = Math.max(mostLeft, remainingMs);
    queuedProgress ??= running.then(() => {
      const turn = findProgress(mostLeft);
      queuedProgress = undefined;
      mostLeft = 0;
      // The caller gets the error.
      running = turn.catch(() => undefined);
      return turn;
    });
    return queuedProgress;
  };

  /** True if a look would take long: it then starts before a caller waits for it. */
  const isFar = (end: LogPosition): boolean =>
    !cached || end.commit - cached.recordedThrough.commit >= BigInt(noteEvery);

  const startOf = (after: Position | undefined): LogPosition =>
    after === undefined ? beginning : toLogPosition(after);

  return {
    startOf,
    /**
     * Returns our newest event, at or after everything acknowledged before the call.
     * @throws {StoreBusy} the log couldn't be read within `timeoutMs`; the next call continues there
     */
    newest: (timeoutMs: number): Promise<Position | undefined> =>
      retryUntilAnswered(server, timeoutMs, async (remainingMs) => {
        const { end, newest } = await readEnd(server, remainingMs);
        if (newest === undefined) return (await withTimeout(lookInTurn(remainingMs), remainingMs)).newest;
        // Callers that need the position get the error.
        if (end && isFar(end)) lookInTurn(remainingMs).catch(() => undefined);
        return newest;
      }),
    /**
     * Looks through the log, past everything acknowledged before the call.
     * @throws {StoreBusy} not within `timeoutMs`; the next look continues there
     */
    look: (timeoutMs: number): Promise<LogProgress> =>
      retryUntilAnswered(server, timeoutMs, (remainingMs) => withTimeout(lookInTurn(remainingMs), remainingMs)),
    /** The furthest log position that misses nothing after `after`. */
    async startAfter(after: Position | undefined, remainingMs: number): Promise<LogPosition> {
      const from = startOf(after);
      const { newest, through } = cached ?? (await readNote(remainingMs));
      const isNothingBetween = newest === undefined || (after !== undefined && after >= newest);
      return isNothingBetween && isAfter(through, from) ? through : from;
    },
    /** Ends the tracker: an append over a closed connection would reject an unhandled promise. */
    async end(): Promise<void> {
      isEnded = true;
      await withTimeout(running, 1_000).catch(() => undefined);
    },
    /** Discards the progress: entries are missing or wrong, and new ones are written. */
    distrust({ firstRevision }: LogProgress): void {
      if (cached?.firstRevision === firstRevision) cached = fromBeginning(cached.lastRevision);
    },
  };
};
