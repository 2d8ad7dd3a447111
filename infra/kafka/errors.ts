import { StoreBusy, StoreUnwritable } from "../ports/store-errors.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import { Unconfirmed } from "./assert-confirmed.ts";

/** Kafka refuses access until an operator corrects it. */
class AccessRefused extends StoreUnwritable {
  constructor(where: string, options?: ErrorOptions) {
    super(where, "access refused", options);
    this.message = `${where} refuses the user and password in KAFKA_BROKERS, or that user may not create, read and write Sheaf's topics. Correct the setting or the user's rights. Waiting work then continues by itself.`;
  }
}

/** Too few brokers are up: topics made now would keep too few replicas for good. */
export class TooFewBrokers extends Error {
  override name = "TooFewBrokers";
  constructor(up: number, wanted: number, options?: ErrorOptions) {
    super(`${up} of its brokers ${up === 1 ? "is" : "are"} up, and each event needs ${wanted}`, options);
  }
}

const refusals: readonly unknown[] = [
  "SASL_AUTHENTICATION_FAILED",
  "UNSUPPORTED_SASL_MECHANISM",
  "TOPIC_AUTHORIZATION_FAILED",
  "GROUP_AUTHORIZATION_FAILED",
  "CLUSTER_AUTHORIZATION_FAILED",
];

/** The client wraps errors in others, several in one. */
const innermost = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof TooFewBrokers) return error;
  const inner = "errors" in error && Array.isArray(error.errors) ? error.errors[0] : error.cause;
  return inner instanceof Error && inner !== error ? innermost(inner) : error;
};

/** Returns a broker's error code, such as `TOPIC_ALREADY_EXISTS`; undefined for other errors. */
export const getErrorCode = (error: unknown): unknown => {
  const inner = innermost(error);
  return inner instanceof Error && "type" in inner ? inner.type : undefined;
};

export const formatReason = (error: unknown): string => {
  const inner = innermost(error);
  // The client parses a response that never came.
  if (inner instanceof TypeError) return "no broker answers";
  return (inner instanceof Error ? inner.message : String(inner)).split("\n")[0]?.replace(/\.$/, "") ?? "";
};

const isRefusal = (error: unknown): boolean => {
  const inner = innermost(error);
  return (
    refusals.includes(getErrorCode(inner)) ||
    (inner instanceof Error && inner.name === "KafkaJSSASLAuthenticationError")
  );
};

/** `server`: its name in messages. */
export const describeError = (error: unknown, server: string): Error => {
  if (error instanceof HistoryDiffers || error instanceof StoreBusy || error instanceof StoreUnwritable) return error;
  if (isRefusal(error)) return new AccessRefused(server, { cause: error });
  if (getErrorCode(error) === "MESSAGE_TOO_LARGE" || getErrorCode(error) === "RECORD_LIST_TOO_LARGE")
    return new StoreBusy(
      `${server} doesn't accept events of Sheaf's largest size. Set max.message.bytes of Sheaf's topics to 1048588 or more, and waiting work continues by itself.`,
      { cause: error },
    );
  if (error instanceof TooFewBrokers)
    return new StoreBusy(
      `${server} cannot take Sheaf's events yet: ${error.message}. Start the others, or write replication=1 in KAFKA_BROKERS where there is but one. Waiting work continues by itself.`,
      { cause: error },
    );
  if (error instanceof Unconfirmed)
    return new StoreBusy(`${server} ${error.message}. Try again in a moment.`, { cause: error });
  return new StoreBusy(`${server} does not answer (${formatReason(error)}). Try again in a moment.`, { cause: error });
};

/** Exponential backoff, ms, half of it random: waiting clients don't all come back at once. */
export const backoffMs = (tries: number, most: number): number =>
  Math.round(Math.min(100 * 2 ** Math.min(tries - 1, 20), most) * (0.5 + Math.random() / 2));
