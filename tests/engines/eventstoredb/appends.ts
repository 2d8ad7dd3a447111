import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  ServerDuplexStream,
  sendUnaryData,
} from "@grpc/grpc-js";
import type { Gate } from "./gate.ts";
import type { AppendOutcome, EventLog, Proposed } from "./log.ts";
import { any, empty, shared, status, streams } from "./messages.ts";
import { identifierOf, nameOf, refusals } from "./wire.ts";

type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendResp = InstanceType<typeof streams.AppendResp>;
type BatchReq = InstanceType<typeof streams.BatchAppendReq>;
type BatchResp = InstanceType<typeof streams.BatchAppendResp>;

const proposedOf = (
  message:
    | InstanceType<typeof streams.AppendReq.ProposedMessage>
    | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>,
): Proposed => ({
  id: message.getId()?.getString() ?? "",
  type: message.getMetadataMap().get("type") ?? "",
  contentType: message.getMetadataMap().get("content-type") ?? "",
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const answerOf = (outcome: Exclude<AppendOutcome, { kind: "too-large" }>): AppendResp => {
  const answer = new streams.AppendResp();
  if (outcome.kind === "written") {
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    if (outcome.position === undefined) success.setNoPosition(new shared.Empty());
    else {
      const position = new streams.AppendResp.Position();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      success.setPosition(position);
    }
    answer.setSuccess(success);
  } else {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    answer.setWrongExpectedVersion(wrong);
  }
  return answer;
};

/** `Append`: the options, then an event a message, then one answer. */
export const appendCall =
  (log: EventLog, gate: Gate): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback: sendUnaryData<AppendResp>) => {
    let options: InstanceType<typeof streams.AppendReq.Options> | undefined;
    const events: Proposed[] = [];
    call.on("data", (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) events.push(proposedOf(message));
    });
    // A client that is gone hears of nothing.
    call.on("error", () => undefined);
    call.on("end", async () => {
      const refusal = await gate.enter(call.metadata);
      if (refusal) return callback(refusal);
      const expected = options?.hasNoStream() ? -1 : options?.hasRevision() ? Number(options.getRevision()) : "any";
      const stream = nameOf(options?.getStreamIdentifier());
      if (log.isTombstoned(stream)) return callback(refusals.streamDeleted(stream));
      const outcome = log.append(stream, events, expected);
      const lost = await gate.leave();
      if (lost) return callback(lost);
      if (outcome.kind === "too-large") return callback(refusals.tooLarge(outcome.most));
      callback(null, answerOf(outcome));
    });
  };

const batchAnswer = (request: BatchReq, stream: string, outcome: AppendOutcome): BatchResp => {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(identifierOf(stream));
  if (outcome.kind === "written") {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    if (outcome.position === undefined) success.setNoPosition(new empty.Empty());
    else {
      const position = new shared.AllStreamPosition();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      success.setPosition(position);
    }
    answer.setSuccess(success);
    return answer;
  }
  const details = new any.Any();
  if (outcome.kind === "wrong-version") {
    const wrong = new shared.WrongExpectedVersion();
    if (outcome.current < 0) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(String(outcome.current));
    details.pack(wrong.serializeBinary(), "event_store.client.WrongExpectedVersion");
  } else {
    const tooLarge = new shared.MaximumAppendSizeExceeded();
    tooLarge.setMaxappendsize(outcome.most);
    details.pack(tooLarge.serializeBinary(), "event_store.client.MaximumAppendSizeExceeded");
  }
  const error = new status.Status();
  error.setMessage(outcome.kind);
  error.setDetails(details);
  answer.setError(error);
  return answer;
};

/** `BatchAppend`: many appends over one stream, each answered by its correlation id. */
export const batchAppendCall =
  (log: EventLog, gate: Gate): handleBidiStreamingCall<BatchReq, BatchResp> =>
  (call: ServerDuplexStream<BatchReq, BatchResp>) => {
    const open = new Map<
      string,
      { options: InstanceType<typeof streams.BatchAppendReq.Options>; events: Proposed[] }
    >();
    call.on("error", () => undefined);
    call.on("end", () => call.end());
    call.on("data", async (request: BatchReq) => {
      const correlation = request.getCorrelationId()?.getString() ?? "";
      const options = request.getOptions();
      const pending = open.get(correlation) ?? (options && { options, events: [] });
      if (!pending) return;
      open.set(correlation, pending);
      pending.events.push(...request.getProposedMessagesList().map(proposedOf));
      if (!request.getIsFinal()) return;
      open.delete(correlation);
      const refusal = await gate.enter(call.metadata);
      if (refusal) return void call.emit("error", refusal);
      const stream = nameOf(pending.options.getStreamIdentifier());
      const { options: asked } = pending;
      const expected = asked.hasNoStream() ? -1 : asked.hasStreamPosition() ? Number(asked.getStreamPosition()) : "any";
      const outcome = log.append(stream, pending.events, expected);
      const lost = await gate.leave();
      if (lost) return void call.emit("error", lost);
      call.write(batchAnswer(request, stream, outcome));
    });
  };
