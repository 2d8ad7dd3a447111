import { createHash } from "node:crypto";
import { afterEach, describe, expect, inject, it, onTestFailed } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { startFtp } from "../protocols/ftp-server.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";
import { startSmtp } from "../protocols/smtp-server.ts";
import { distributedSetUp, embeddedSetUp, type SetUp, type SetUpOptions } from "./acceptance/set-ups.ts";
import { firstDay, type Got, twoDays } from "./acceptance/two-days.ts";
import { openOwnEvents } from "./eventstoredb/own-events.ts";
import { brokersAt, kafka, newPrefix } from "./kafka/support.ts";
import { mongoUrl, ownMongoUrl } from "./mongodb/support.ts";

const shop = "borealis-demo";

const linesOf = (got: Got | undefined) => (got?.bytes.toString("utf8").split("\r\n").length ?? 0) - 2;
const facts = (files: Record<string, Got>) =>
  Object.entries(files).map(([from, { name, bytes }]) => ({
    from,
    name,
    length: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));

describe.skipIf(mongoUrl() === undefined)("two days of a merchant with 12,000 orders", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const startReceivers = async () => {
    const [smtp, ftp, sftp, http] = await Promise.all([startSmtp(), startFtp(), startSftp(), startHttp()]);
    for (const server of [smtp, ftp, sftp, http]) closing.push(() => server.close());
    return { smtp, ftp, sftp, http };
  };

  const live = async (setUpOf: (options: SetUpOptions) => Promise<SetUp>, ports: [number, number], engines = {}) => {
    const receivers = await startReceivers();
    const env = {
      DEMO_NOW: firstDay,
      // Orders come in the day between.
      DEMO_ORDERS_PER_MINUTE: "0.1",
      ALLOW_PRIVATE_HOSTS: "true",
      RATE_LIMIT: "false",
      LOG_LEVEL: "error",
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...engines,
    };
    const setUp = await setUpOf({ ports, env });
    closing.push(setUp.remove);
    onTestFailed(() => console.log(setUp.said()));
    const begun = performance.now();
    const files = await twoDays(setUp, shop, receivers);
    return { files, seconds: Math.round((performance.now() - begun) / 1_000) };
  };

  it("produce the same files with external engines as in one folder, byte for byte", async () => {
    // Addresses of the shop stand in files.
    const ports: [number, number] = [await freePort(), await freePort()];
    const embedded = await live(embeddedSetUp, ports);
    const events = await openOwnEvents(inject("eventStore"));
    closing.push(events.close);
    const distributed = await live(distributedSetUp, ports, {
      EVENTSTORE_URL: events.url,
      MONGODB_URL: ownMongoUrl(),
      ...(kafka && { KAFKA_BROKERS: brokersAt(kafka.direct, newPrefix()) }),
    });
    console.log(
      `Two days took ${embedded.seconds} s in one folder and ${distributed.seconds} s over engines ${kafka ? "with" : "without"} Kafka.`,
    );
    expect(facts(distributed.files)).toEqual(facts(embedded.files));
    // They have something to tell.
    expect(linesOf(embedded.files.Csv)).toBeGreaterThan(3_000);
    expect(linesOf(embedded.files.ftp)).toBeGreaterThan(5);
    expect(embedded.files.link?.bytes.equals(embedded.files.ftp?.bytes ?? Buffer.alloc(0))).toBe(true);
  }, 900_000);
});
