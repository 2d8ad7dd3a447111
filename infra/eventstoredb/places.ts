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
import type { Position } from "../ports/stores/event-store.ts";
import { NoAnswer, within } from "../ports/within.ts";
import { type Beginning, collect, type Log, ofLeader, type Server } from "./asking.ts";
import { type Feed, openFeed } from "./feed.ts";
import { fromPosition, isBehind, type LogPosition, toPosition } from "./positions.ts";
import { askAbout, placeOf, readEnd } from "./reading.ts";
import { lastingTrouble, NoSuchPlace, patiently } from "./troubles.ts";

/** Processes note places here for those that start later, with links to all events of the linked categories. */
export const placesStream = "sheaf-places";

/** Bytes of the log between two notes, some 2,000 events. A starting process reads no more than that. */
export const usualNoteEvery = 1_000_000;
/** Per append. */
const mostLinks = 400;
/** ms until a look notes its progress. */
const step = 250;

type Link = { stream: string; version: number; position: Position };

/** Our newest event, and the log position up to which it was searched. */
export type Place = {
  newest: Position | undefined;
  /** The newest of the linked categories. */
  linked: Position | undefined;
  through: LogPosition;
  /** Up to here the places stream has links. */
  noted: LogPosition;
  /** Revisions there of the first and last valid entries: links, with notes after them. */
  begins: number;
  revision: number;
};
type Known = Place & { links: Link[] };

export type Places = ReturnType<typeof createPlaces>;

type Note = { newest: Position | null; linked: Position | null; through: Position; begins: number; streams: string };

const isNote = (data: unknown): data is Note =>
  typeof data === "object" &&
  data !== null &&
  "through" in data &&
  typeof data.through === "string" &&
  fromPosition(data.through) !== undefined;

/**
 * Tracks our newest event. The server filters what others wrote between the remembered place and the log's end, so
 * their events cost nothing here. Progress is noted in the same log, so an older copy of the log also takes back the
 * notes (ADR 114).
 */
export const createPlaces = (
  server: Server & Beginning & { linked: readonly string[]; log?: Log | undefined },
  noteEvery: number,
) => {
  const { client, clock, beginning, prefix, linked: linkedCategories } = server;
  const stream = prefix + placesStream;
  /** A process that reads other streams can't use these notes. */
  const streams = JSON.stringify([server.categories ?? null, linkedCategories]);
  let known: Known | undefined;
  let isNoting = true;
  let isEnded = false;

  /** State before any look. `revision`: of the last entry in the places stream, -1 without one. */
  const fromBeginning = (revision: number): Known => ({
    newest: undefined,
    linked: undefined,
    through: beginning,
    noted: beginning,
    begins: revision + 1,
    revision,
    links: [],
  });
  const readNote = async (left: number): Promise<Known> => {
    const reading = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...ofLeader });
    const [last] = await collect<ResolvedEvent>(reading, left).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return [];
      throw error;
    });
    const revision = last?.event ? Number(last.event.revision) : -1;
    const note: unknown = last?.event?.data;
    if (!isNote(note) || note.streams !== streams) return fromBeginning(revision);
    const through = placeOf(note.through);
    const [newest, linked] = [note.newest ?? undefined, note.linked ?? undefined];
    return { newest, linked, through, noted: through, begins: note.begins, revision, links: [] };
  };

  const linkTo = ({ stream: to, version, position }: Link): EventData => ({
    id: randomUUID(),
    type: "$>",
    contentType: "application/octet-stream",
    data: new Uint8Array(Buffer.from(`${version}@${prefix}${to}`)),
    metadata: { position },
  });
  const isDue = ({ through, noted, links }: Known): boolean =>
    isNoting && (through.commit - noted.commit >= BigInt(noteEvery) || links.length >= mostLinks);
  /** False if another process has noted since. A failed note does no harm but a slower next start. */
  const note = async (place: Known, left: number): Promise<boolean> => {
    const { newest = null, linked = null, begins, revision } = place;
    const data: Note = { newest, linked, through: toPosition(place.through), begins, streams };
    const entries = [...place.links.map(linkTo), jsonEvent({ type: "PlaceNoted", data })];
    try {
      const answer = await client.appendToStream(stream, entries, {
        expectedRevision: revision < 0 ? NO_STREAM : BigInt(revision),
        deadline: Math.max(1, left),
        ...ofLeader,
      });
      place.revision = Number(answer.nextExpectedRevision);
      place.noted = place.through;
      place.links = [];
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return false;
      if (!lastingTrouble(error, server.server, stream)) throw error;
      isNoting = false;
      server.log?.warn(
        { err: error },
        `${server.server} takes no entries for the stream ${stream}. Starts will be slower.`,
      );
    }
    return true;
  };

  /** Only the server knows places between events; a place after the end would pass for an older copy's. */
  const lookedThrough = (feed: Feed, end: LogPosition, newest: Position | undefined): LogPosition => {
    const place = feed.standing() === "caught-up" || isBehind(feed.through(), end) ? end : feed.through();
    const ours = newest === undefined ? beginning : placeOf(newest);
    return isBehind(ours, place) ? ours : place;
  };

  /** Reads on to the end. False if another process has noted since. */
  const lookOn = async (place: Known, end: LogPosition, until: number): Promise<boolean> => {
    const feed = openFeed(server, place.through, { batchSize: 500 });
    try {
      for (;;) {
        const left = until - clock.steady();
        if (left <= 0 || isEnded) throw new NoAnswer("there was no time to look through the log");
        for (const { stream: of, version, position } of (await feed.next(Math.min(left, step))) ?? []) {
          place.newest = position;
          if (!linkedCategories.some((category) => of.startsWith(`${category}-`))) continue;
          place.linked = position;
          place.links.push({ stream: of, version, position });
        }
        place.through = lookedThrough(feed, end, place.newest);
        if (isDue(place) && !(await note(place, left))) return false;
        if (feed.standing() === "caught-up") return true;
      }
    } finally {
      feed.end();
    }
  };

  const look = async (ms: number): Promise<Place> => {
    const until = clock.steady() + ms;
    const left = () => until - clock.steady();
    for (let doubts = 0; ; ) {
      known ??= await readNote(left());
      const place = known;
      const { end } = await readEnd(server, left());
      if (!end || !isBehind(end, place.through)) {
        if (!end || !isBehind(place.through, end)) return { ...place };
      } else {
        try {
          if (await askAbout(server, left(), () => lookOn(place, end, until))) return { ...place };
          known = undefined;
          continue;
        } catch (error) {
          if (!(error instanceof NoSuchPlace) || doubts > 1) throw error;
        }
      }
      // The log was replaced by an older copy. Its own note is valid, if it has one.
      known = doubts === 0 ? undefined : fromBeginning(place.revision);
      doubts += 1;
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Place> | undefined;
  let mostLeft = 0;
  /** A look that begins after the call. Callers during another look share the next one. */
  const lookInTurn = (left: number): Promise<Place> => {
    mostLeft = Math.max(mostLeft, left);
    waiting ??= running.then(() => {
      const turn = look(mostLeft);
      waiting = undefined;
      mostLeft = 0;
      // The caller gets the error.
      running = turn.catch(() => undefined);
      return turn;
    });
    return waiting;
  };

  /** Start a long look early, before somebody has to wait for it. */
  const isFar = (end: LogPosition): boolean => !known || end.commit - known.noted.commit >= BigInt(noteEvery);

  const startOf = (after: Position | undefined): LogPosition => (after === undefined ? beginning : placeOf(after));

  return {
    startOf,
    /**
     * Position of our newest event, at or after everything acknowledged before the call; undefined without one.
     * @throws {StoreBusy} the log couldn't be read within `patience` ms; the next call continues there
     */
    newest: (patience: number): Promise<Position | undefined> =>
      patiently(server, patience, async (left) => {
        const { end, newest } = await readEnd(server, left);
        if (newest === undefined) return (await within(lookInTurn(left), left)).newest;
        // Callers that need the place get the error themselves.
        if (end && isFar(end)) lookInTurn(left).catch(() => undefined);
        return newest;
      }),
    /**
     * The place once everything acknowledged before the call was read.
     * @throws {StoreBusy} not within `patience` ms; the next look continues there
     */
    look: (patience: number): Promise<Place> => patiently(server, patience, (left) => within(lookInTurn(left), left)),
    /** The furthest log position from which a reader misses nothing after `after`. */
    async startBehind(after: Position | undefined, left: number): Promise<LogPosition> {
      const from = startOf(after);
      const { newest, through } = known ?? (await readNote(left));
      const isNothingBetween = newest === undefined || (after !== undefined && after >= newest);
      return isNothingBetween && isBehind(through, from) ? through : from;
    },
    /** Starts nothing new: an append over a closed connection rejects an unhandled promise. */
    async end(): Promise<void> {
      isEnded = true;
      await within(running, 1_000).catch(() => undefined);
    },
    /** Entries turned out to be missing or wrong: read the log again, and write new ones. */
    distrust({ begins }: Place): void {
      if (known?.begins === begins) known = fromBeginning(known.revision);
    },
  };
};
