import { setTimeout as pause } from "node:timers/promises";
import type { handleServerStreamingCall, ServerWritableStream } from "@grpc/grpc-js";
import type { Gate } from "./gate.ts";
import type { EventLog, Stored } from "./log.ts";
import { streams } from "./messages.ts";
import {
  caughtUp,
  checkpointOf,
  confirmationOf,
  eventOf,
  nameOf,
  notFoundOf,
  type ReadResp,
  type Refusal,
  refusals,
} from "./wire.ts";

type ReadReq = InstanceType<typeof streams.ReadReq>;
type Options = NonNullable<ReturnType<ReadReq["getOptions"]>>;
type Call = ServerWritableStream<ReadReq, ReadResp>;

const isBackwards = (options: Options): boolean => options.getReadDirection() === 1;

const filterOf = (options: Options): ((record: Stored) => boolean) => {
  const filter = options.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const textOf = ({ stream, type }: Stored): string => (byStream ? stream : type);
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (record) => prefixes.some((prefix) => textOf(record).startsWith(prefix));
  const regex = new RegExp(expression.getRegex());
  return (record) => regex.test(textOf(record));
};

/** Reads of a stream leave out what someone cut off it; reads of all give it until a scavenge. */
const passesOf = (log: EventLog, options: Options): ((record: Stored) => boolean) => {
  const passes = filterOf(options);
  if (options.hasAll()) return passes;
  return (record) => passes(record) && record.revision >= log.cutOf(record.stream);
};

/** The events of one stream or of all: the start of a read, and its range. */
const rangeOf = (
  log: EventLog,
  { manner }: Pick<Gate, "manner">,
  options: Options,
): { records: readonly Stored[]; start: number } | ReadResp | Refusal => {
  const of = options.getStream();
  if (of) {
    const name = nameOf(of.getStreamIdentifier());
    if (log.isTombstoned(name)) return refusals.streamDeleted(name);
    const records = log.isDeleted(name) ? undefined : log.stream(name);
    if (!records) return options.hasSubscription() ? { records: [], start: 0 } : notFoundOf(name);
    const last = isBackwards(options) ? records.length - 1 : records.length;
    return { records, start: of.hasEnd() ? last : of.hasStart() ? 0 : Number(of.getRevision()) };
  }
  const { records } = log;
  const all = options.getAll();
  const position = all?.getPosition();
  if (!position) return { records, start: all?.hasEnd() ? records.length - (isBackwards(options) ? 1 : 0) : 0 };
  const place = BigInt(position.getCommitPosition());
  const start = log.indexOf(place);
  // Where none begins the server cannot read; behind the last there is nothing yet.
  if (start < records.length && records[start]?.position !== place) {
    if (options.hasSubscription()) return manner === "24.10" ? refusals.invalidPosition : refusals.handlerThrew;
    return manner === "24.10" ? refusals.invalidPositionOfRead : refusals.errorOfRead;
  }
  // Backwards a position is where reading begins, and not read.
  return { records, start: isBackwards(options) ? start - 1 : start };
};

const drained = (call: Call): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      call.off("drain", done);
      call.off("cancelled", done);
      resolve();
    };
    call.on("drain", done);
    call.on("cancelled", done);
  });

/** Finds the event that a link leads to. */
const targetOf = (log: EventLog, { type, data }: Stored): Stored | "none" | undefined => {
  if (type !== "$>") return undefined;
  const [, revision, name] = /^(\d+)@(.*)$/.exec(Buffer.from(data).toString()) ?? [];
  const target = log.stream(name ?? "")?.[Number(revision)];
  return target && target.revision >= log.cutOf(target.stream) ? target : "none";
};

const read = async (
  call: Call,
  log: EventLog,
  options: Options,
  records: readonly Stored[],
  start: number,
): Promise<void> => {
  const passes = passesOf(log, options);
  let left = Number(options.getCount());
  const step = isBackwards(options) ? -1 : 1;
  for (let index = start; left > 0 && !call.cancelled; index += step) {
    const record = records[index];
    if (!record) break;
    const isSent = passes(record);
    log.count(isSent);
    if (!isSent) continue;
    left -= 1;
    const target = options.getResolveLinks() ? targetOf(log, record) : undefined;
    if (!call.write(eventOf(record, target))) await drained(call);
  }
  call.end();
};

/** 2^64 - 1. */
const noPosition = 2n ** 64n - 1n;

/** Events that a subscription may be behind when it has once caught up, before it is dropped. */
const mostBehind = 200;

const subscribe = async (
  call: Call,
  gate: Gate,
  { log, options, start, stream }: { log: EventLog; options: Options; start: number; stream: string | undefined },
): Promise<void> => {
  const passes = passesOf(log, options);
  const recordsNow = () => (stream === undefined ? log.records : (log.stream(stream) ?? []));
  let index = start;
  let isLive = false;
  let wake = (): void => undefined;
  let dropped: Refusal | undefined;
  const drop = (how: Refusal): void => {
    dropped ??= how;
    wake();
  };
  const stopListening = log.listen(() => {
    if (isLive && recordsNow().length - index > gate.mostBehind(mostBehind)) drop(refusals.tooSlow);
    wake();
  });
  const leave = gate.join(drop);
  const happens = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  call.on("cancelled", () => wake());
  call.on("drain", () => wake());
  call.write(confirmationOf(crypto.randomUUID()));
  const isFiltered = options.hasFilter();
  // A real server's first checkpoint may tell no position, and later ones come twice.
  if (isFiltered) call.write(checkpointOf(noPosition));
  const betweenCheckpoints =
    (options.getFilter()?.getMax() || 32) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);
  let passedOver = 0;
  while (!call.cancelled && !dropped) {
    const record = recordsNow()[index];
    if (!record || gate.isMute()) {
      if (!isLive && !gate.isMute()) {
        isLive = true;
        call.write(caughtUp());
        continue;
      }
      await happens();
      continue;
    }
    index += 1;
    const isSent = passes(record);
    log.count(isSent);
    const isFull = isSent && !call.write(eventOf(record));
    passedOver += 1;
    if (passedOver % betweenCheckpoints === 0 && isFiltered) {
      for (const checkpoint of [1, 2].map(() => checkpointOf(record.position))) call.write(checkpoint);
      if (gate.pace() > 0) await pause(gate.pace());
    }
    while (isFull && call.writableNeedDrain && !call.cancelled && !dropped) await happens();
  }
  stopListening();
  leave();
  if (!dropped || call.cancelled) return;
  gate.onDropped();
  call.emit("error", dropped);
};

/** `Read`: of a stream or of all, once or as a subscription. */
export const readCall =
  (log: EventLog, gate: Gate): handleServerStreamingCall<ReadReq, ReadResp> =>
  async (call) => {
    call.on("error", () => undefined);
    const options = call.request.getOptions();
    const refusal = await gate.enter(call.metadata);
    if (refusal || !options) return void call.emit("error", refusal ?? refusals.notReady);
    const shut = options.hasAll() ? gate.enterAll() : undefined;
    if (shut) return void call.emit("error", shut);
    const range = rangeOf(log, gate, options);
    if ("code" in range) {
      // The newer one confirms a subscription before it looks where that begins.
      if (options.hasSubscription() && gate.manner === "24.10") call.write(confirmationOf(crypto.randomUUID()));
      return void call.emit("error", range);
    }
    if (range instanceof streams.ReadResp) {
      call.write(range);
      return void call.end();
    }
    if (!options.hasSubscription()) return read(call, log, options, range.records, range.start);
    const stream = options.getStream();
    const isBehind = options.getAll()?.hasPosition() || stream?.hasRevision();
    const beginning = range.start + (isBehind && range.records[range.start] ? 1 : 0);
    const name = stream && nameOf(stream.getStreamIdentifier());
    return subscribe(call, gate, { log, options, start: beginning, stream: name });
  };
