import type { AppendEngine } from "../ports/stores/checked-append.ts";
import { type Position, WrongExpectedVersion } from "../ports/stores/event-store.ts";
import { type SealedEvent, type UnsealedEvent, unseal } from "../ports/stores/sealed-event.ts";
import { delayRandomly } from "./irregularity.ts";

const foreignType = "$foreign";

/** Lets a test disturb calls: throw like a broken connection, or never settle. */
export type EngineHooks = {
  /** Called before the append is taken. */
  onRequest?: (stream: string) => Promise<void>;
  /** Called after the append is taken. By default one response in sixteen is lost. */
  onAnswer?: (stream: string) => Promise<void>;
  onRead?: () => Promise<void>;
};

type Stored = SealedEvent & { stream: string; version: number; position: Position };

/**
 * Appends like EventStoreDB. Below the current version, an append is a repeat when every given key stands from there
 * on, even as a piece. At the current version it is appended, even with known keys. A repeat's result may lack the
 * position. Positions are pairs of numbers with gaps; events of one append share the first.
 */
export const createMemoryEngine = (dice: () => number, hooks: EngineHooks = {}) => {
  const log: Stored[] = [];
  const streams = new Map<string, Stored[]>();
  let head = 0;
  const loseAnswer = async () => {
    if (dice() < 1 / 16) throw new Error("The connection broke before the answer came.");
  };
  const { onRequest = async () => undefined, onAnswer = loseAnswer, onRead = async () => undefined } = hooks;
  const digits = (n: number): string => String(n).padStart(13, "0");

  const record = (stream: string, events: readonly SealedEvent[]): Stored | undefined => {
    const storedEvents = streams.get(stream) ?? [];
    streams.set(stream, storedEvents);
    head += 1 + Math.floor(dice() * 90);
    const commit = head;
    for (const event of events) {
      const position = `m${digits(commit)}-${digits(head)}`;
      head += 1 + Math.floor(dice() * 9);
      const stored = { ...event, stream, version: storedEvents.length, position };
      storedEvents.push(stored);
      log.push(stored);
    }
    return storedEvents.at(-1);
  };
  const somebodyElse = (): void => {
    if (dice() >= 0.4) return;
    const seal = { id: `foreign-${head}`, batch: `foreign-${head}`, index: 0, count: 1 };
    record("$somebody-else", [
      { type: foreignType, data: "{}", metadata: JSON.stringify({ seal, metadata: {} }), key: seal.id },
    ]);
  };
  const take: AppendEngine["append"] = async (stream, events, expectedVersion) => {
    const storedEvents = streams.get(stream) ?? [];
    const actual = storedEvents.length === 0 ? "no-stream" : storedEvents.length - 1;
    if (actual !== expectedVersion) {
      const start = expectedVersion === "no-stream" ? 0 : expectedVersion + 1;
      const stored = storedEvents.slice(start, start + events.length);
      const last = stored.at(-1);
      const isRepeat = stored.length === events.length && stored.every(({ key }, index) => key === events[index]?.key);
      if (!last || !isRepeat) throw new WrongExpectedVersion(stream, expectedVersion, actual);
      return dice() < 0.5 ? { version: last.version } : { version: last.version, position: last.position };
    }
    somebodyElse();
    const last = record(stream, events);
    somebodyElse();
    if (!last) throw new RangeError("Nothing to append.");
    return { version: last.version, position: last.position };
  };
  const open = (stored: Stored): UnsealedEvent =>
    unseal(stored, { stream: stored.stream, version: stored.version, position: stored.position });

  const engine: AppendEngine = {
    async append(stream, events, expectedVersion) {
      await delayRandomly(dice);
      await onRequest(stream);
      const answer = await take(stream, events, expectedVersion);
      await onAnswer(stream);
      return answer;
    },
    async readSealed(stream, { fromVersion, limit }) {
      await delayRandomly(dice);
      await onRead();
      const from = Math.max(fromVersion, 0);
      return (streams.get(stream) ?? []).slice(from, from + limit).map(open);
    },
  };
  return {
    ...engine,
    readLog: async (after: Position | undefined, limit: number): Promise<UnsealedEvent[]> => {
      await delayRandomly(dice);
      await onRead();
      return log
        .filter(({ position }) => after === undefined || position > after)
        .slice(0, limit)
        .map(open);
    },
    at: async (position: Position): Promise<UnsealedEvent | undefined> => {
      await delayRandomly(dice);
      await onRead();
      const found = log.find((stored) => stored.position === position);
      return found && open(found);
    },
    newest: async (): Promise<Position | undefined> => {
      await delayRandomly(dice);
      await onRead();
      return log.at(-1)?.position;
    },
  };
};
