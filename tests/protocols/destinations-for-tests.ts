import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createDestinations, type DestinationsOptions } from "#infra/destinations/create-destinations.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import {
  type Delivery,
  DeliveryFailed,
  type Destination,
  type FinishedFile,
  type FtpDestination,
} from "#infra/ports/destination.ts";
import { createSystemClock } from "#infra/system/clock.ts";

export const never = new AbortController().signal;
/** Long enough for this machine when it is busy, and longer than any test waits on purpose. */
export const patience = { connectMs: 10_000, answerMs: 10_000, wholeMs: 60_000, othersMs: 50 };
/** For receivers that say nothing. */
export const shortPatience = { connectMs: 300, answerMs: 300, wholeMs: 60_000, othersMs: 50 };

export const clock = createSystemClock();

/** Ways out that reach this machine, with what they remember. */
export const newDestinations = (options: Partial<DestinationsOptions> = {}) => {
  const stateStore = createMemoryStateStore();
  const mail = createMemoryMail();
  const destinations = createDestinations({
    mail,
    http: createOutboundHttp({ allowPrivate: true }),
    stateStore,
    clock,
    attachmentMaxMb: 10,
    allowPrivate: true,
    timeouts: patience,
    ...options,
  });
  return { destinations, stateStore, mail };
};

export const reportText = `Order;Total\r\n${"#1001;25.00\r\n".repeat(20_000)}`;

/** A published file; it can be opened as often as wanted, and `opened` says how often it was. */
export const aFile = (changes: Partial<FinishedFile> & { text?: string } = {}): FinishedFile & { opened: number } => {
  const { text = reportText, ...rest } = changes;
  const bytes = Buffer.from(text);
  const file = {
    opened: 0,
    name: "Orders 2026-11-20 0001.csv",
    contentType: "text/csv",
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    open: async () => {
      file.opened += 1;
      const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
        bytes.subarray(n * 16_384, (n + 1) * 16_384),
      );
      return Readable.from(pieces, { objectMode: false });
    },
    link: "https://sheaf.example/files/s3cret-token/Orders.csv",
    ...rest,
  };
  return file;
};

/** The report of yesterday in Athens. */
export const aDelivery = <To extends Destination>(
  destination: To,
  changes: Partial<Delivery<To>> = {},
): Delivery<To> => ({
  id: "run-1",
  tenant: "t",
  shop: "aurora-demo",
  file: aFile(),
  title: "Daily orders",
  period: { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" },
  zone: "Europe/Athens",
  notes: [],
  createdAt: "2026-11-19T22:01:07.000Z",
  test: false,
  destination,
  ...changes,
});

export const ftpTo = (port: number, changes: Partial<FtpDestination> = {}): FtpDestination => ({
  kind: "ftp",
  protocol: "FTP",
  host: "127.0.0.1",
  port,
  directory: "",
  username: "partner",
  password: "sesame-4711",
  ...changes,
});

/** The failure of a delivery that should fail. */
export const failure = async (delivered: Promise<unknown>): Promise<DeliveryFailed> => {
  const error = await delivered.then(
    (receipt) => new Error(`It was delivered: ${JSON.stringify(receipt)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryFailed) return error;
  throw error;
};
