import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { isForeign } from "#infra/ports/stores/append-rules.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { AppendedEvent } from "#infra/ports/stores/moving.ts";
import { CannotMove } from "./cannot-move.ts";
import type { Digest } from "./copy-rows.ts";
import type { Side } from "./side.ts";

/** Events per read: one may have 900 kB. */
const eventsPerRead = 200;
const reportInterval = 10_000;
/** Retries of an append of unknown outcome; the pause is in ms. */
const appendRetries = { tries: 10, pause: 500 };

type Events = Pick<Side, "name" | "eventStore">;

const readEvents = async function* ({ eventStore }: Events): AsyncGenerator<AppendedEvent> {
  for (let after: Position | undefined; ; ) {
    const page = await eventStore.readAppends({ limit: eventsPerRead, ...(after === undefined ? {} : { after }) });
    for (const event of page) if (!isForeign(event)) yield event;
    const last = page.at(-1);
    if (!last) return;
    after = last.position;
  }
};

/** Reads append by append: the events of one are adjacent in every store. */
const readAppends = async function* (side: Events): AsyncGenerator<AppendedEvent[]> {
  let append: AppendedEvent[] = [];
  for await (const event of readEvents(side)) {
    const [first] = append;
    if (first && (first.stream !== event.stream || first.appendStart !== event.appendStart)) {
      yield append;
      append = [];
    }
    append.push(event);
  }
  if (append.length > 0) yield append;
};

/** Leaves out the position, which differs between sides. */
const serializeEvent = ({ stream, version, appendStart, id, type, data, metadata }: AppendedEvent): string =>
  JSON.stringify([stream, version, appendStart, id, type, data, metadata]);
const formatEventName = ({ stream, version, id }: AppendedEvent): string => `event ${version} of ${stream} (${id})`;

const differentEventError = (from: Events, to: Events, one: AppendedEvent, other: AppendedEvent): CannotMove =>
  new CannotMove(
    `Where ${from.name} has ${formatEventName(one)}, ${to.name} has ${formatEventName(other)}${formatEventName(one) === formatEventName(other) ? " with other contents" : ""}. Move to a place without events, or keep what is there and do not move.`,
  );
const extraEventError = (from: Events, to: Events, event: AppendedEvent): CannotMove =>
  new CannotMove(
    `${to.name} has ${formatEventName(event)}, which ${from.name} has not: Sheaf has worked there since. Keep it, or move to a place without events.`,
  );

const appendWithRetries = async ({ eventStore }: Events, append: readonly AppendedEvent[]): Promise<void> => {
  const [first] = append;
  if (!first) return;
  const events = append.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  const expectedVersion = first.version === 0 ? "no-stream" : first.version - 1;
  for (let tries = 1; ; tries += 1) {
    try {
      await eventStore.appendToStream(first.stream, events, { expectedVersion });
      return;
    } catch (error) {
      // Appends are idempotent.
      if (!(error instanceof StoreBusy) || tries >= appendRetries.tries) throw error;
      await sleep(appendRetries.pause);
    }
  }
};

/**
 * Appends to `to` the events that it lacks, in global order and append by append. Streams keep their ids, versions and
 * order, also across streams. Returns the number of appended events.
 * @throws {CannotMove} `to` has other events
 */
export const copyEvents = async (from: Events, to: Events, say: (line: string) => void): Promise<number> => {
  const targets = readEvents(to);
  let isPastEnd = false;
  let appended = 0;
  const compare = async (event: AppendedEvent): Promise<"same" | "missing"> => {
    // Past the end of `to` come only events appended here.
    const { value: targetEvent } = isPastEnd ? { value: undefined } : await targets.next();
    if (!targetEvent) return "missing";
    if (serializeEvent(targetEvent) !== serializeEvent(event)) throw differentEventError(from, to, event, targetEvent);
    return "same";
  };
  for await (const append of readAppends(from)) {
    for (const event of append) {
      if ((await compare(event)) === "same") continue;
      isPastEnd = true;
      break;
    }
    if (!isPastEnd) continue;
    await appendWithRetries(to, append);
    const before = appended;
    appended += append.length;
    if (Math.floor(before / reportInterval) < Math.floor(appended / reportInterval)) say(`${appended} events copied …`);
  }
  return appended;
};

/**
 * Compares both sides to the end. `positions` maps wanted positions in `from` to `to`.
 * @throws {CannotMove} the events differ
 */
export const compareEvents = async (
  from: Events,
  to: Events,
  wanted: ReadonlySet<Position>,
): Promise<{ digest: Digest; positions: ReadonlyMap<Position, Position> }> => {
  const hash = createHash("sha256");
  const positions = new Map<Position, Position>();
  const targets = readEvents(to);
  let count = 0;
  for await (const event of readEvents(from)) {
    const { value: targetEvent } = await targets.next();
    if (!targetEvent)
      throw new CannotMove(`${to.name} lacks ${formatEventName(event)}. Run the move again, which goes on from there.`);
    const text = serializeEvent(event);
    if (serializeEvent(targetEvent) !== text) throw differentEventError(from, to, event, targetEvent);
    hash.update(`${text}\n`);
    count += 1;
    if (wanted.has(event.position)) positions.set(event.position, targetEvent.position);
  }
  const { value: extraEvent } = await targets.next();
  if (extraEvent) throw extraEventError(from, to, extraEvent);
  return { digest: { count, sha256: hash.digest("hex") }, positions };
};
