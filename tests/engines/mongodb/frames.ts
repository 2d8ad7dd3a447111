import { BSON, type Document } from "mongodb";

/** Messages of MongoDB's wire protocol, as far as tests read and write them. */
const headerBytes = 16;
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;

export type Frame = { bytes: Buffer; requestId: number; responseTo: number };

/** Takes bytes as they come and gives out whole messages. */
export const createFraming = () => {
  let held = Buffer.alloc(0);
  return function* (bytes: Buffer): Generator<Frame> {
    held = Buffer.concat([held, bytes]);
    while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
      const whole = held.subarray(0, held.readInt32LE(0));
      held = held.subarray(whole.length);
      yield { bytes: whole, requestId: whole.readInt32LE(4), responseTo: whole.readInt32LE(8) };
    }
  };
};

const documentAt = (bytes: Buffer, at: number): Document =>
  BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteLongs: false });

/** The position of a message's first document. A command's other sections contain what it writes. */
const firstDocument = ({ bytes }: Frame): number => {
  const opCode = bytes.readInt32LE(12);
  if (opCode === opMsg) return headerBytes + 5;
  if (opCode === opReply) return headerBytes + 20;
  if (opCode === opQuery) return bytes.indexOf(0, headerBytes + 4) + 1 + 8;
  throw new Error(`The tests do not read messages of kind ${opCode}.`);
};

/** The requested command, or the response. */
export const contentOf = (frame: Frame): Document => documentAt(frame.bytes, firstDocument(frame));

/** A command's name comes first in it. */
export const nameOf = (command: Document): string => Object.keys(command)[0] ?? "";

/** A response of the same kind as another, to the same query. */
export const answerLike = (frame: Frame, content: Document): Buffer => {
  const body = BSON.serialize(content);
  const bytes = Buffer.concat([frame.bytes.subarray(0, firstDocument(frame)), body]);
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
};

/** The response to a query that nobody else has answered. */
export const answerTo = (question: Frame, content: Document): Buffer => {
  const header = Buffer.alloc(headerBytes + 5);
  const body = BSON.serialize(content);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(question.requestId, 8);
  header.writeInt32LE(opMsg, 12);
  return Buffer.concat([header, body]);
};
